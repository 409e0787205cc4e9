// Number columns of a node's rows, side by side, as directions are looked for in them. Of a large
// node, of a sample.
#pragma once

#include <vector>

#include "split/finder.h"

namespace spinney {

// How a column lies in some rows: those that have it.
struct Spread {
  double mean = 0, deviation = 0;
  bool varies = false;  // and not so far that its variance is no number
};
Spread spread_of(const double* x, const double* weight, std::size_t n);

class NodeCells {
 public:
  // Keeps those of the features that are numbers and vary in these rows, which ascend.
  void gather(const Dataset& data, const Row* rows, std::size_t n,
              const std::vector<std::uint32_t>& features);

  std::size_t n_rows() const { return n_; }
  const Row* rows() const { return rows_; }
  double weight(std::size_t i) const { return weight_[i]; }
  double total_weight() const { return total_weight_; }

  std::size_t n_columns() const { return columns_.size(); }
  std::uint32_t feature(std::size_t c) const { return columns_[c].feature; }
  double mean(std::size_t c) const { return columns_[c].mean; }
  double deviation(std::size_t c) const { return columns_[c].deviation; }
  const double* values(std::size_t c) const { return &values_[c * n_]; }
  std::uint32_t place(std::uint32_t feature) const { return place_[feature]; }

  // As many standard deviations from the mean as each cell lies; 0 where missing.
  void standardize(std::size_t c, double* out) const;
  // As measure() of split/direction.h, to the bit if all of its features are here; the others are
  // left out.
  void measure(const Direction& direction, double* out) const;
  bool has(const Direction& direction) const;
  // The spread of a feature; 0 if it is not here.
  double spread(std::uint32_t feature) const;

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  struct Column {
    std::uint32_t feature;
    double mean, deviation;
  };

  const Row* rows_ = nullptr;
  std::size_t n_ = 0;
  double total_weight_ = 0;
  std::vector<Column> columns_;
  std::vector<double> values_, weight_;
  std::vector<std::uint32_t> place_;  // of each feature among the columns
};

}  // namespace spinney
