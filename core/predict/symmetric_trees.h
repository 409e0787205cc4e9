// Prediction engine for symmetric trees: all nodes of a level have the same split on a number. The
// cells of a block of rows are replaced by their ranks among the thresholds, one byte each, and the
// comparisons of the levels are the bits of a row's leaf.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "data/table.h"
#include "model/tree.h"
#include "predict/compiled.h"
#include "predict/row_block.h"

namespace spinney {

class SymmetricTrees {
 public:
  static constexpr std::size_t kMaxDepth = 8;

  // No result unless all trees are symmetric, with splits on numbers and at most kMaxDepth levels.
  // A level may have leaves, and its nodes may send missing values to different sides.
  static std::optional<SymmetricTrees> compile(const std::vector<const Tree*>& trees);

  // Adds trees [first, last) to the scores of rows [begin, end), as Ensemble::add().
  void add(const Table& table, std::size_t first, std::size_t last, std::size_t begin,
           std::size_t end, std::size_t n_scores, double* scores) const;

  // The leaves of rows [begin, end), as Ensemble::apply().
  void find_nodes(const Table& table, std::size_t first, std::size_t last, std::size_t begin,
                  std::size_t end, std::int32_t* nodes) const;

  // The split of a level: ranks above `rank` go right.
  struct Level {
    std::uint32_t column;
    std::int8_t rank;
    bool missing_right;         // of most nodes
    std::uint8_t n_exceptions;  // nodes that send missing values to the other side
    std::uint32_t first_exception;
  };

 private:
  // A feature and up to kMaxThresholds of its thresholds, padded with infinity for bisection.
  struct RankColumn {
    std::uint32_t slot;
    std::vector<double> wide;
    std::vector<float> narrow;

    const std::vector<float>& thresholds(float) const { return narrow; }
    const std::vector<double>& thresholds(double) const { return wide; }
  };
  struct Member {
    std::size_t depth, first_leaf;
    Level levels[kMaxDepth];
  };
  // Ranks of a block of rows, and whether a column has missing values.
  struct Ranks {
    std::vector<std::int8_t> cells;  // columns x rows of a block
    std::vector<std::uint8_t> missing;
  };

  void add_columns(std::uint32_t slot);
  Level level_of(const Tree& tree, std::size_t node) const;
  void add_exceptions(Member& member, const Tree& tree);
  void add_leaves(const Member& member, const Tree& tree);
  std::vector<std::uint32_t> columns_of(std::size_t first, std::size_t last) const;
  template <class Cell>
  void rank(const RowBlock<Cell>& block, const std::vector<std::uint32_t>& columns, std::size_t n,
            Ranks& ranks) const;
  template <class Cell, class Take>
  std::size_t each_block(const Table& table, const std::vector<std::uint32_t>& columns,
                         std::size_t begin, std::size_t end, Take&& take) const;
  template <class Take>
  void run(const Table& table, std::size_t first, std::size_t last, std::size_t begin,
           std::size_t end, Take&& take) const;
  template <class Cell>
  void add_linear(const RowBlock<Cell>& block, const Ranks& ranks, std::size_t i, std::size_t n,
                  double* scores) const;
  void add_vectors(const Ranks& ranks, std::size_t first, std::size_t last, std::size_t n,
                   double* scores, std::size_t stride) const;
  void find_leaves(const Ranks& ranks, std::size_t i, std::size_t n, std::uint8_t* leaves) const;

  Slots slots_;
  std::vector<RankColumn> columns_;
  std::vector<std::vector<double>> thresholds_;  // by slot, ascending
  std::vector<std::uint32_t> first_column_;      // by slot
  std::vector<LinearValues> linear_;             // by member; empty if all leaves are constant
  std::vector<std::uint8_t> exceptions_;         // bits of the levels above
  std::vector<Member> members_;
  std::size_t width_ = 1;  // values of a leaf
  // By member: its leaves in the order of their bits.
  std::vector<double> values_;
  std::vector<std::int32_t> nodes_;
};

}  // namespace spinney
