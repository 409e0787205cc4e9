// Columns as integer codes, on which trees are grown.
//
// A numeric code is a rank among the column's distinct values, a bin, or (for float32 cells with
// many values) the bits of the cell, transformed so that they order like the numbers; such a column
// needs neither a copy nor a code book. A categorical code is the level. Every code maps back to
// values in float64.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/radix_sort.h"
#include "base/types.h"
#include "data/row_major.h"
#include "data/sparse_codes.h"
#include "data/table.h"

namespace spinney {

enum class Storage : std::uint8_t {
  u8,
  u16,
  u32,
  direct,  // the user's cells, which fit float32, encoded when they are read
  sparse,
  absent,  // no cells: only the presorted column is used
};

// Bytes per code; 0 if codes are not stored contiguously.
inline std::size_t code_width(Storage storage) {
  switch (storage) {
    case Storage::u8: return 1;
    case Storage::u16: return 2;
    case Storage::u32: return 4;
    case Storage::direct:
    case Storage::sparse:
    case Storage::absent: return 0;
  }
  return 0;
}

// Values of the codes of a column.
struct CodeBook {
  std::vector<double> low, high;  // smallest and largest value; `high` is empty if they are equal
  std::vector<float> single;      // instead of `low`: the values as float32
  std::vector<Row> example;       // instead of `low`, if there are many: a row with the value
};

struct EncodedColumn {
  Storage storage = Storage::absent;
  bool categorical = false;
  std::uint32_t n_codes = 0;  // 0 for direct columns
  std::shared_ptr<const CodeBook> book;

  Column source;                    // direct: the user's cells
  std::vector<std::uint8_t> bytes;  // u8, u16, u32: a code per row
  std::vector<Row> stored_rows;     // sparse: rows of the stored codes
  std::vector<Code> stored_codes;
  Code absent_code = 0;  // sparse: the code of 0

  template <class T>
  const T* codes() const {
    return reinterpret_cast<const T*>(bytes.data());
  }
};

struct EncodedMatrix {
  std::size_t n_rows = 0;
  std::vector<EncodedColumn> columns;
  std::shared_ptr<const RowMajor> by_row;  // row-major copy, for taking subsets of the rows
  std::vector<Row> places;                 // row indices in by_row; empty: the same
  SparseCodes sparse_codes;                // of the sparse columns, if there are any
};

// Branch-free, because signs are unpredictable.
inline Code direct_code(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x + 0.0f);  // -0.0 becomes 0.0
  const auto negative = static_cast<std::uint32_t>(static_cast<std::int32_t>(bits) >> 31);
  const Code code = bits ^ (negative | 0x80000000u);
  return x == x ? code : kMissing;
}

inline float direct_value(Code code) {
  return std::bit_cast<float>(code & 0x80000000u ? code & 0x7FFFFFFFu : ~code);
}

// The codes of rows[0..n), which ascend, without or with their rows.
void gather_codes(const EncodedColumn& column, const Row* rows, std::size_t n, Code* out);
void gather_entries(const EncodedColumn& column, const Row* rows, std::size_t n, Entry* out);

// The largest and smallest value of a numeric code.
double highest_value(const EncodedColumn& column, Code code);
double lowest_value(const EncodedColumn& column, Code code);

// Prefetches these values: code books are large.
void prefetch_value(const EncodedColumn& column, Code code);

// The largest code from `low` to `high` whose values are all <= x; `low` if there is none.
Code last_code_at_most(const EncodedColumn& column, double x, Code low, Code high);

// The columns for a subset of the rows. Columns with `to_presort` set get no cells.
EncodedMatrix take_rows(const EncodedMatrix& matrix, const Row* rows, std::size_t n,
                        const std::vector<bool>& to_presort);
// The same, reusing the memory of `part`.
void take_rows(const EncodedMatrix& matrix, const Row* rows, std::size_t n,
               const std::vector<bool>& to_presort, EncodedMatrix& part);

// Stores codes in the narrowest type whose maximum is free for missing cells.
void store_codes(EncodedColumn& column, const Code* codes, std::size_t n);

}  // namespace spinney
