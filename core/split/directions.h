// Candidate directions of a node: linear models, distances to centers, and random draws.
#pragma once

#include <vector>

#include "base/random.h"
#include "split/linear_model.h"
#include "split/logistic_model.h"

namespace spinney {

// Directions whose memory is reused from node to node.
class DirectionPool {
 public:
  void clear() { n_ = 0; }
  Direction& add(bool sphere) {
    if (n_ == directions_.size()) directions_.emplace_back();
    Direction& d = directions_[n_++];
    d.sphere = sphere;
    d.terms.clear();
    return d;
  }
  void drop_last() { --n_; }
  std::size_t size() const { return n_; }
  const Direction& operator[](std::size_t i) const { return directions_[i]; }

 private:
  std::vector<Direction> directions_;
  std::size_t n_ = 0;
};

// How many candidates to propose.
struct DirectionPlan {
  std::size_t n_random = 0;
  std::size_t n_columns = 0;        // maximum columns of a linear model
  std::size_t rows_per_column = 1;  // minimum rows per column of a linear model
  bool drawn = false;               // features are drawn at random, as in a forest
};

// Linear combinations: linear models of the responses (full and reduced), and random sparse ones.
class ObliqueDirections {
 public:
  void propose(const NodeCells& cells, const NodeResponses& responses, const DirectionPlan& plan,
               Random& random, DirectionPool& pool);
  // Add the border between the rows that should go right (1) and the others (0).
  void add_border(const NodeCells& cells, const std::vector<double>& right, DirectionPool& pool);

 private:
  void choose_columns(const NodeCells& cells, const NodeResponses& responses,
                      const DirectionPlan& plan, Random& random);
  void add_models(const NodeCells& cells, DirectionPool& pool);
  void add_solved(const NodeCells& cells, DirectionPool& pool);
  void add_signed(const NodeCells& cells, Random& random, DirectionPool& pool);
  void draw_terms(std::size_t n, Random& random);
  void mix_responses(std::size_t n, Random& random);
  void keep_largest(std::size_t n);

  LinearModel model_;
  LogisticModel border_;
  std::vector<std::uint32_t> columns_, subset_, used_;
  std::vector<double> mix_, scaled_;
  std::vector<std::pair<double, std::uint32_t>> ranked_;
};

// Squared distances to centers: means of the rows with positive or negative responses, and random
// rows.
class SphereDirections {
 public:
  void propose(const NodeCells& cells, const NodeResponses& responses, const DirectionPlan& plan,
               Random& random, DirectionPool& pool);
  // Add a sphere on the columns of candidate `from`, fitted to separate the rows that should go
  // right (1) from the others (0).
  void add_border(const NodeCells& cells, std::size_t from, const std::vector<double>& right,
                  DirectionPool& pool);

 private:
  void add_around_rows(const NodeCells& cells, DirectionPool& pool);
  void add_around_row(const NodeCells& cells, std::size_t row, DirectionPool& pool);

  LogisticModel border_;
  std::vector<std::uint32_t> subset_, rows_;
};

// Draw k of n, ascending.
void draw_subset(std::uint32_t n, std::size_t k, Random& random,
                 std::vector<std::uint32_t>& subset);

}  // namespace spinney
