// Out-of-bag predictions and errors of a forest.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interrupt.h"
#include "data/table.h"
#include "model/forest.h"
#include "predict/forest_aggregate.h"
#include "predict/forest_walk.h"
#include "train/bags.h"
#include "train/cart.h"

namespace spinney {

class OutOfBag {
 public:
  // Copies the target. Its weights, if any, weight the errors of rows.
  OutOfBag(const TargetView& target, std::size_t n_rows, Aggregate aggregate);

  // Adds all trees of a forest, whose first tree has bag `first`. Returns the mean error after each
  // tree, over the rows that are out of bag so far: misclassification rate or squared error; NaN
  // without such rows.
  std::vector<double> add(const Forest& forest, const Table& table, const Bags& bags,
                          std::size_t first, int n_threads, Interrupt& interrupt);

  const Tree& shape() const { return shape_; }  // a tree without nodes: outputs and classes
  std::size_t n_rows() const { return n_trees_.size(); }
  // The number of trees for which each row is out of bag.
  const std::vector<std::int32_t>& n_trees() const { return n_trees_; }
  // rows x value_width(); NaN for rows that are in all bags.
  std::vector<double> prediction() const;

 private:
  struct Error {
    double sum = 0, weight = 0;
  };
  bool keeps_sums() const { return aggregate_ == Aggregate::mean || votes(); }
  bool votes() const { return aggregate_ == Aggregate::mode && !shape_.n_classes.empty(); }
  void check(const Forest& forest, const Table& table, const Bags& bags) const;
  // Evaluates trees [begin, begin + out_of_bag.size()) of the forest on rows [first_row, first_row
  // + batch.size()); writes an error per tree, `stride` apart.
  void take_rows(const RowBatch& batch, std::size_t first_row, std::size_t begin,
                 const std::vector<std::vector<Row>>& out_of_bag, Interrupt& interrupt,
                 Error* errors, std::size_t stride);
  void take_value(std::size_t row, const double* value);
  void predict(std::size_t row, double* value) const;
  double loss(std::size_t row, const double* value) const;

  Tree shape_;
  Aggregate aggregate_;
  std::vector<double> y_;       // rows x outputs: numbers, or class indices
  std::vector<double> weight_;  // empty: all 1
  std::vector<double> sums_;    // rows x value_width(): sums of values or votes
  std::vector<std::vector<double>>
      sorted_;  // rows x value_width(): values of all trees, instead of sums
  std::vector<std::int32_t> n_trees_;
  std::vector<double> losses_, weights_;  // per row; 0 until it is out of bag
};

}  // namespace spinney
