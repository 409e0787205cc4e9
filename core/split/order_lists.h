// For trees that look at all features in every node: a feature's rows, sorted by code once and kept sorted while
// nodes divide. A node's rows are the same range [begin, end) in every list as in the row order.
#pragma once

#include <vector>

#include "base/interrupt.h"
#include "base/radix_sort.h"
#include "data/coded.h"

namespace spinney {

class OrderLists {
 public:
  OrderLists() = default;
  // Lists for the columns with `listed` set, over rows[0..n) of the matrix, which become rows 0..n-1 here.
  OrderLists(const CodedMatrix& matrix, const std::vector<bool>& listed, const Row* rows, std::size_t n, int n_threads,
             Interrupt& interrupt);

  bool has(std::size_t feature) const { return feature < lists_.size() && !lists_[feature].empty(); }
  const std::vector<std::uint32_t>& features() const { return features_; }
  const Entry* list(std::size_t feature) const { return lists_[feature].data(); }
  Entry* list(std::size_t feature) { return lists_[feature].data(); }

 private:
  std::vector<std::vector<Entry>> lists_;  // per feature; empty where not listed
  std::vector<std::uint32_t> features_;
};

}  // namespace spinney
