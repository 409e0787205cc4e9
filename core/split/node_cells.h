// Numeric columns of a node's rows (or of a sample of them), gathered for the search of directions.
#pragma once

#include <vector>

#include "split/finder.h"

namespace spinney {

// Mean and standard deviation of the present values of a column.
struct Spread {
  double mean = 0, deviation = 0;
  bool varies = false;  // and the variance is finite
};
Spread spread_of(const double* x, const double* weight, std::size_t n);

class NodeCells {
 public:
  // Keep the numeric features that vary in these rows, which ascend.
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

  // Standardized values; 0 where missing.
  void standardize(std::size_t c, double* out) const;
  // Like measure() of split/direction.h, bit-identical if all features are present; absent ones are
  // skipped.
  void measure(const Direction& direction, double* out) const;
  bool has(const Direction& direction) const;
  // Standard deviation of a feature; 0 if it is absent.
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
  std::vector<std::uint32_t> place_;  // per feature: its index among the columns
};

}  // namespace spinney
