// Sweep for the absolute error. Medians are not sums, so the left side is a Fenwick tree over the
// node's rows sorted by target; the right side is the node's tree minus the left one. Adding a row
// and finding a median take O(log n).
#pragma once

#include <algorithm>
#include <vector>

#include "criterion/targets.h"

namespace spinney {

class AbsoluteErrorSweep {
 public:
  static constexpr bool kAdditive = false;
  static constexpr bool kSmall = false;
  static constexpr bool kBlocks = false;
  static constexpr bool kBounds = false;
  static constexpr bool kWeightBounds = false;

  explicit AbsoluteErrorSweep(const Targets& targets);

  void start_node(const Row* rows, std::size_t n);
  void copy_node(const AbsoluteErrorSweep& other);

  void reset();
  void add_row(Row r) { move_row(r, 1); }
  void remove_row(Row r) { move_row(r, -1); }

  double left_weight() const { return left_sum_[0].weight(); }
  double right_weight() const { return node_[0].total.weight() - left_weight(); }
  double score() const;
  double gain(double score);
  double left_value() const { return median(0, false); }
  double right_value() const { return median(0, true); }

  // Median of the targets of some rows, in internal units; orders categories.
  double median_of(const Row* rows, std::size_t n, std::size_t output) const;
  std::size_t n_outputs() const { return targets_.n_outputs; }

 private:
  struct Sum {
    double weight_coarse = 0, weight_fine = 0, coarse = 0, fine = 0;
    void add(const Sum& o, double sign) {
      weight_coarse += sign * o.weight_coarse;
      weight_fine += sign * o.weight_fine;
      coarse += sign * o.coarse;
      fine += sign * o.fine;
    }
    double weight() const { return weight_coarse + weight_fine; }
    double value() const { return coarse + fine; }
  };
  // One output of the node: targets sorted, and a Fenwick tree over them.
  struct NodeOrder {
    std::vector<double> y;  // by rank, internal units
    std::vector<Sum> tree;  // 1-based
    Sum total;
  };
  struct Found {
    std::size_t rank;  // 0-based rank of the median's row
    Sum below;         // sum of the side's rows before it
    Sum total;
  };

  void move_row(Row r, double sign);
  Sum row_sum(Row r, std::size_t output) const;
  double internal(Row r, std::size_t output) const;
  Found find_median(std::size_t output, bool right, bool upper) const;
  double median(std::size_t output, bool right) const;
  double error(std::size_t output, bool right) const;

  const Targets& targets_;
  std::size_t n_ = 0;
  std::vector<NodeOrder> node_;                   // per output
  std::vector<std::vector<std::uint32_t>> rank_;  // per output and row
  std::vector<std::vector<Sum>> left_;            // per output: Fenwick tree of the left side
  std::vector<Sum> left_sum_;
};

}  // namespace spinney
