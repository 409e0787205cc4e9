// Fast prediction of sums of trees, as in boosting.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/interrupt.h"
#include "data/table.h"
#include "model/tree.h"
#include "predict/compact_tree.h"
#include "predict/compiled.h"
#include "predict/leaf_masks.h"
#include "predict/symmetric_trees.h"

namespace spinney {

// Tree i adds its value to score i % n_scores; or, if trees have a value per score, its values to
// all scores. The trees are referenced, not copied.
class Ensemble {
 public:
  Ensemble(std::vector<const Tree*> trees, std::size_t n_scores);

  std::size_t size() const { return members_.size(); }
  std::size_t n_scores() const { return n_scores_; }
  std::size_t n_features() const { return n_features_; }

  // Adds trees [first, last) in order to scores, n_scores x rows; identical to adding
  // predict_values() of each tree.
  void add(const Table& table, std::size_t first, std::size_t last, int n_threads,
           Interrupt& interrupt, double* scores) const;

  // rows x trees, for trees [first, last): the leaf of each row, as find_leaves().
  void apply(const Table& table, std::size_t first, std::size_t last, int n_threads,
             Interrupt& interrupt, std::int32_t* nodes) const;

 private:
  // A compiled tree. A tree that is not plain is left to the interpreter.
  struct Member {
    const Tree* tree;
    LinearValues linear;
    std::optional<LeafMasks<float>> narrow;  // if all plain trees are small enough
    std::optional<LeafMasks<double>> wide;
    std::optional<CompactTree> compact;    // if it has too many leaves for masks
    std::vector<std::int32_t> leaf_nodes;  // with masks: nodes of the leaves, left to right
    std::vector<double> leaf_values;       // leaves x values of a node

    const double* values() const { return compact ? tree->value.data() : leaf_values.data(); }
    std::int32_t node(std::size_t place) const {
      return compact ? static_cast<std::int32_t>(place) : leaf_nodes[place];
    }
  };
  struct AddScores;
  struct FindLeaves;

  void compile(Member& member) const;
  template <class Sink>
  void run(int n_threads, Interrupt& interrupt, const Sink& sink) const;
  template <class Cell, class Sink>
  std::size_t run_rows(const Sink& sink, std::size_t begin, std::size_t end) const;
  template <class Cell, class Sink>
  void run_block(const RowBlock<Cell>& block, std::size_t i, std::size_t row, std::size_t n,
                 const Sink& sink) const;

  std::size_t n_scores_, n_features_, width_;  // width_: values of a node
  std::vector<Member> members_;
  std::optional<SymmetricTrees> symmetric_;  // if all trees are; members are not compiled then
  Slots slots_;
  bool narrow_ = true, has_compact_ = false;
};

}  // namespace spinney
