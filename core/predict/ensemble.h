// Trees whose values add up: boosting, and what else is a sum of trees.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interrupt.h"
#include "data/table.h"
#include "model/tree.h"

namespace spinney {

// Tree i adds its value (one per node) to score i % n_scores. The trees are looked at where they are and must stay.
class Ensemble {
 public:
  Ensemble(std::vector<const Tree*> trees, std::size_t n_scores);

  std::size_t size() const { return trees_.size(); }
  std::size_t n_scores() const { return n_scores_; }
  std::size_t n_features() const { return trees_.empty() ? 0 : trees_[0]->n_features; }

  // Adds trees [first, last) in order to scores, n_scores x rows: the same bits as predict_values() of each tree.
  void add(const Table& table, std::size_t first, std::size_t last, int n_threads, Interrupt& interrupt,
           double* scores) const;

  // rows x trees, for trees [first, last): the node where each row ends, as find_leaves().
  void apply(const Table& table, std::size_t first, std::size_t last, int n_threads, Interrupt& interrupt,
             std::int32_t* nodes) const;

 private:
  std::vector<const Tree*> trees_;
  std::size_t n_scores_;
};

}  // namespace spinney
