// Choice and storage of sparse columns.
#pragma once

#include "base/interrupt.h"
#include "data/bins.h"

namespace spinney {

// Sets `sparse` and `default_bin` of the planned columns that are stored by their other cells.
void choose_sparse_columns(const Table& table, int n_threads, Interrupt& interrupt,
                           BinnedMatrix& matrix);

// Stores the cells of these columns, and lays out their slots behind those of all others.
void store_sparse_columns(const Table& table, int n_threads, Interrupt& interrupt,
                          BinnedMatrix& matrix);

}  // namespace spinney
