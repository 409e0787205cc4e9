// Finds the best split of a node.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "base/interrupt.h"
#include "base/limits.h"
#include "criterion/summary.h"
#include "criterion/targets.h"
#include "data/each_code.h"
#include "split/direction.h"
#include "split/level_order.h"
#include "split/presorted_columns.h"
#include "split/split.h"

namespace spinney {

// What a tree is grown on: codes and targets of rows 0..n-1, with presorted columns where they pay.
struct Dataset {
  const EncodedMatrix& matrix;
  const Targets& targets;
  PresortedColumns presorted;
};

// Of several kinds the split with the largest gain is chosen.
enum class SplitKind : std::uint8_t { binary, multiway, oblique, sphere, pca };

struct FinderOptions : SizeLimits {
  CriterionKind criterion = CriterionKind::gini;
  std::vector<SplitKind> split_kinds{SplitKind::binary};
  std::size_t n_buckets = 4;            // multiway: the maximum number of intervals of a number
  std::size_t n_projections = 0;        // oblique, sphere: random candidates; 0: by n_features
  std::size_t max_features = kNoLimit;  // considered per node
  bool random_thresholds = false;       // one random threshold per feature
  std::vector<signed char> monotonic;   // -1, 0 or 1 per feature, or empty
  double min_weight_leaf = 0;           // the user's weights; scaled by training
  std::size_t max_competitors = 0;

  // Set by training, not by the user.
  std::vector<std::uint32_t> features;  // features of the tree; empty: all
  std::vector<bool> skip_missing;       // per feature, or empty: search only rows with the value
  LevelRules levels;                    // boosting: splits on categories
  bool gain_ratio = false;              // multiway: C4.5's choice of a split
  std::size_t n_rows = 0;               // of the whole table
  std::vector<Direction> axes;          // pca: the principal axes of the whole table

  bool searches(SplitKind kind) const {
    return std::find(split_kinds.begin(), split_kinds.end(), kind) != split_kinds.end();
  }
  bool multivariate() const {
    return searches(SplitKind::oblique) || searches(SplitKind::sphere) || searches(SplitKind::pca);
  }
  bool only_binary() const { return !searches(SplitKind::multiway) && !multivariate(); }
  // Whether scores of features are compared as gains: needed if they are of different rows, or
  // are reported.
  bool compares_gains() const {
    return !skip_missing.empty() || max_competitors > 0 || criterion == CriterionKind::newton ||
           !only_binary();
  }
};

// Per column: whether it is counted in occupied bins (split/occupied_bins.h) rather than sorted or
// listed.
std::vector<bool> occupied_bin_columns(const FinderOptions& options, const Targets& targets,
                                       const EncodedMatrix& matrix);

// A node as the finder sees it.
struct NodeRows {
  const Row* rows;
  std::size_t begin, end;  // its range in the row order, and in every presorted column
  std::uint64_t key;       // for random numbers
  double lower, upper;     // bounds on its children's values, user's units
  const std::vector<std::uint32_t>* features =
      nullptr;  // to be looked at, all of them; null: as the options say

  std::size_t size() const { return end - begin; }
};

// use(row, code) for every row of a node; a feature's own list knows its codes, so that no cell is
// read.
template <class Use>
void each_node_code(const Dataset& data, const NodeRows& node, std::uint32_t feature, Use&& use) {
  if (data.presorted.has(feature)) {
    const Entry* list = data.presorted.list(feature);
    for (std::size_t i = node.begin; i < node.end; ++i)
      use(entry_row(list[i]), entry_code(list[i]));
  } else {
    const Row* rows = node.rows + node.begin;
    each_code(data.matrix.columns[feature], rows, node.size(),
              [&](std::size_t i, Code code) { use(rows[i], code); });
  }
}

// Room to sort the entries of a node in.
struct EntryWorkspace {
  std::vector<Entry> entries, spare;
};

// The entries of a feature in a node, sorted by code, missing ones last: listed, or sorted now.
inline const Entry* node_entries(const Dataset& data, const NodeRows& node, std::uint32_t feature,
                                 EntryWorkspace& workspace) {
  if (data.presorted.has(feature)) return data.presorted.list(feature) + node.begin;
  workspace.entries.resize(node.size());
  workspace.spare.resize(node.size());
  gather_entries(data.matrix.columns[feature], node.rows + node.begin, node.size(),
                 workspace.entries.data());
  return sort_entries(workspace.entries.data(), workspace.spare.data(), node.size());
}

// Rows of a subtree of few, by their numbers in it.
using RowBits = std::uint32_t;

// A node of few rows, and what is known of it: as summarize_lazily() has it.
struct SmallNode {
  RowBits rows = 0;
  std::uint32_t n_rows = 0;
  std::array<double, 4> sums{};  // in the finder's own way
  double weight = 0, impurity = 0;
  bool pure = false;
  std::array<double, 2> value{};
};

// The quickest way for nodes of few rows, one subtree of them after another.
class SmallNodeFinder {
 public:
  static constexpr std::size_t kMaxRows = 32;
  virtual ~SmallNodeFinder() = default;
  // Sets the node of all rows. They must stay as they are until the next start.
  virtual void start(const NodeRows& root, SmallNode& node) = 0;
  // The best split, and the children that it makes; null if there is none. It stays until the next
  // one.
  virtual Split* find(const SmallNode& node, std::uint64_t key, SmallNode& left,
                      SmallNode& right) = 0;
};

class SplitFinder {
 public:
  virtual ~SplitFinder() = default;
  // `n_threads` may search features side by side; the answer does not depend on it.
  virtual Split find(const NodeRows& node, int n_threads) = 0;
  // Finds the same; null if this finder has no such way.
  virtual SmallNodeFinder* small_node_finder() { return nullptr; }
};

// The options and the data must outlive the finder.
std::unique_ptr<SplitFinder> make_finder(const FinderOptions& options, const Dataset& data,
                                         Interrupt& interrupt);

}  // namespace spinney
