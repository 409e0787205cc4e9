// Presorted columns: entries of a feature sorted by code once per tree. Splits keep them sorted: a
// node owns the same range [begin, end) of every column and of the row order.
#pragma once

#include <memory>
#include <vector>

#include "base/interrupt.h"
#include "base/radix_sort.h"
#include "data/encoded_matrix.h"

namespace spinney {

// Copies share their columns until one of them is modified.
class PresortedColumns {
 public:
  PresortedColumns() = default;
  // Presort the columns with `to_presort` set, for rows[0..n) of the matrix, which become rows
  // 0..n-1.
  PresortedColumns(const EncodedMatrix& matrix, const std::vector<bool>& to_presort,
                   const Row* rows, std::size_t n, int n_threads, Interrupt& interrupt);

  bool has(std::size_t feature) const { return feature < entries_.size() && entries_[feature]; }
  const std::vector<std::uint32_t>& features() const { return features_; }
  const Entry* list(std::size_t feature) const { return entries_[feature]->data(); }
  // Mutable entries; safe for different features in parallel.
  Entry* list(std::size_t feature) {
    auto& shared = entries_[feature];
    if (shared.use_count() > 1) shared = std::make_shared<std::vector<Entry>>(*shared);
    return shared->data();
  }

 private:
  std::vector<std::shared_ptr<std::vector<Entry>>> entries_;  // per feature; null: not presorted
  std::vector<std::uint32_t> features_;
};

}  // namespace spinney
