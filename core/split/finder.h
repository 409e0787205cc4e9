// Interface of the split search: options, the node to split, and the finder classes.
//
// SplitFinder       finds the best split of a node:
//   FeatureSearch    binary splits, one feature at a time (split/feature_search.h)
//   MultiwaySearch   one child per category or interval (split/multiway.h)
//   GainRatioSearch  C4.5 (split/gain_ratio.h)
//   DirectionSearch  linear combinations and spheres (split/direction_search.h)
//   BestOfKinds      the best of several kinds (split/finder.cpp)
// SmallNodeFinder   the same splits, faster, for subtrees of at most 32 rows
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

// Training data of a tree: codes and targets of rows 0..n-1, and presorted columns if any.
struct Dataset {
  const EncodedMatrix& matrix;
  const Targets& targets;
  PresortedColumns presorted;
};

// Kinds of splits to search; the split with the largest gain is chosen.
enum class SplitKind : std::uint8_t { binary, multiway, oblique, sphere, pca };

struct FinderOptions : SizeLimits {
  CriterionKind criterion = CriterionKind::gini;
  std::vector<SplitKind> split_kinds{SplitKind::binary};
  std::size_t n_buckets = 4;            // multiway: the maximum number of intervals
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
  std::size_t n_rows = 0;               // of the whole table
  std::vector<Direction> axes;          // pca: the principal axes of the whole table

  bool searches(SplitKind kind) const {
    return std::find(split_kinds.begin(), split_kinds.end(), kind) != split_kinds.end();
  }
  bool multivariate() const {
    return searches(SplitKind::oblique) || searches(SplitKind::sphere) || searches(SplitKind::pca);
  }
  bool only_binary() const { return !searches(SplitKind::multiway) && !multivariate(); }
  // Whether features are compared by gain instead of score: if they are scored on different rows or
  // by several searches, or gains are limited.
  bool compares_gains() const {
    return !skip_missing.empty() || criterion == CriterionKind::newton || !only_binary();
  }
  // Whether the score of the split that is found is its gain.
  bool reports_gains() const { return compares_gains() || max_competitors > 0; }
};

// Per column: whether it is searched in occupied bins (split/occupied_bins.h) instead of sorted.
std::vector<bool> occupied_bin_columns(const FinderOptions& options, const Targets& targets,
                                       const EncodedMatrix& matrix);

// A node to be split.
struct NodeRows {
  const Row* rows;
  std::size_t begin, end;  // range in the row order and in every presorted column
  std::uint64_t key;       // seed of the node's random numbers
  double lower, upper;     // bounds on the children's values, user units
  // Consider exactly these features; null: as the options say.
  const std::vector<std::uint32_t>* features = nullptr;

  std::size_t size() const { return end - begin; }
};

// Call use(row, code) for every row of a node. Presorted columns store the codes, so no cell is
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

// Buffers for sorting the entries of a node.
struct EntryWorkspace {
  std::vector<Entry> entries, spare;
};

// Entries of a feature in a node, sorted by code, missing last.
inline const Entry* node_entries(const Dataset& data, const NodeRows& node, std::uint32_t feature,
                                 EntryWorkspace& workspace) {
  if (data.presorted.has(feature)) return data.presorted.list(feature) + node.begin;
  workspace.entries.resize(node.size());
  workspace.spare.resize(node.size());
  gather_entries(data.matrix.columns[feature], node.rows + node.begin, node.size(),
                 workspace.entries.data());
  return sort_entries(workspace.entries.data(), workspace.spare.data(), node.size());
}

// Set of rows of a small subtree, by their index in it.
using RowBits = std::uint32_t;

// A node of a small subtree with its statistics, like summarize_lazily().
struct SmallNode {
  RowBits rows = 0;
  std::uint32_t n_rows = 0;
  std::array<double, 4> sums{};  // representation private to the finder
  double weight = 0, impurity = 0;
  bool pure = false;
  std::array<double, 2> value{};
};

// Finder for subtrees of at most kMaxRows rows.
class SmallNodeFinder {
 public:
  static constexpr std::size_t kMaxRows = 32;
  virtual ~SmallNodeFinder() = default;
  // Start a subtree; `node` becomes its root. The rows must not change until the next start.
  virtual void start(const NodeRows& root, SmallNode& node) = 0;
  // The best split and its children; null if there is none. Valid until the next call.
  virtual Split* find(const SmallNode& node, std::uint64_t key, SmallNode& left,
                      SmallNode& right) = 0;
};

class SplitFinder {
 public:
  virtual ~SplitFinder() = default;
  // The result does not depend on `n_threads`.
  virtual Split find(const NodeRows& node, int n_threads) = 0;
  // A faster finder with the same results for small nodes; null if there is none.
  virtual SmallNodeFinder* small_node_finder() { return nullptr; }
};

// The options and the data must outlive the finder.
std::unique_ptr<SplitFinder> make_finder(const FinderOptions& options, const Dataset& data,
                                         Interrupt& interrupt);

}  // namespace spinney
