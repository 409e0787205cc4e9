// For trees that look at all features in every node: a feature's rows, sorted by code once and kept
// sorted while nodes divide. A node's rows are the same range [begin, end) in every list as in the
// row order.
#pragma once

#include <memory>
#include <vector>

#include "base/interrupt.h"
#include "base/radix_sort.h"
#include "data/encoded_matrix.h"

namespace spinney {

// Copies share their lists until they change them.
class PresortedColumns {
 public:
  PresortedColumns() = default;
  // Lists for the columns with `to_presort` set, over rows[0..n) of the matrix, which become rows
  // 0..n-1 here.
  PresortedColumns(const EncodedMatrix& matrix, const std::vector<bool>& to_presort,
                   const Row* rows, std::size_t n, int n_threads, Interrupt& interrupt);

  bool has(std::size_t feature) const { return feature < entries_.size() && entries_[feature]; }
  const std::vector<std::uint32_t>& features() const { return features_; }
  const Entry* list(std::size_t feature) const { return entries_[feature]->data(); }
  // To be changed; features may be asked for side by side.
  Entry* list(std::size_t feature) {
    auto& shared = entries_[feature];
    if (shared.use_count() > 1) shared = std::make_shared<std::vector<Entry>>(*shared);
    return shared->data();
  }

 private:
  std::vector<std::shared_ptr<std::vector<Entry>>> entries_;  // per feature; null where not listed
  std::vector<std::uint32_t> features_;
};

}  // namespace spinney
