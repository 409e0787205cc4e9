// Traversal of packed trees by one row: eight trees at a time, to hide the latency of each.
#include "predict/row_predictor.h"

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "base/small_array.h"
#include "model/smoothing.h"
#include "predict/cell_copies.h"
#include "predict/interpreter.h"
#include "predict/packed_split.h"

namespace spinney {
namespace {

constexpr std::size_t kLanes = 8;  // trees traversed in parallel

// The child of an inner node: whether it is on the right, and the inner nodes before it.
struct Step {
  std::uint32_t right, before, inner;  // inner: all bits if the child is not a leaf

  template <bool kMissing, bool kCategories>
  static Step of(const RowLane& lane, std::uint32_t at, const double* cells) {
    const PackedSplit& split = lane.splits[at];
    const std::uint32_t right =
        goes_right<kMissing, kCategories>(*lane.tree, split, cells[split.feature()]);
    const std::uint32_t sides = split.feature_and_flags / PackedSplit::kLeftIsInner;
    return {right, split.rank + (right & sides), -(sides >> right & 1)};
  }
};

// Finds the leaf of a row in each of kLanes packed trees, without branches that depend on the row:
// a lane stays at the parent of its leaf until all lanes are done.
template <bool kMissing, bool kCategories>
void find_leaves(const RowLane* lanes, const double* cells, std::uint32_t* leaves) {
  std::uint32_t at[kLanes] = {}, moved = 1;
  while (moved) {
    moved = 0;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLanes; ++i) {
      const Step step = Step::of<kMissing, kCategories>(lanes[i], at[i], cells);
      const std::uint32_t forward = (step.before - at[i]) & step.inner;
      at[i] += forward;
      moved |= forward;
    }
  }
  for (std::size_t i = 0; i < kLanes; ++i) {
    const Step step = Step::of<kMissing, kCategories>(lanes[i], at[i], cells);
    leaves[i] = 2 * at[i] + 1 + step.right - step.before;
  }
}

// The code of a level as in copy_codes().
std::uint32_t category_code(double level, std::uint32_t n_levels, std::uint32_t n_seen) {
  if (!(level >= 0)) return kMissingCode;
  if (level >= n_levels) return kUnknownCode;
  return level < n_seen ? kFirstLevel + static_cast<std::uint32_t>(level) : kUnseenCode;
}

// A tree of one split, in place of trees without splits and those that are not packed: its leaf is
// 0 for every number.
const PackedTree& no_split() {
  static const PackedTree tree = [] {
    PackedTree one;
    one.splits.push_back({std::numeric_limits<double>::infinity(), 0, 1});
    return one;
  }();
  return tree;
}

// Predictions of trees that are not packed. The table is built when the first one is needed.
class WholeTrees {
 public:
  WholeTrees(const double* row, const std::vector<std::uint32_t>& levels, std::size_t width)
      : row_(row), levels_(levels), width_(width) {}

  const double* value(const Tree& tree) {
    if (value_.empty()) {
      value_.resize(width_);
      table_.n_rows = 1;
      for (std::size_t f = 0; f < levels_.size(); ++f)
        table_.columns.push_back(
            {.data = reinterpret_cast<const char*>(row_ + f), .levels = levels_[f]});
    }
    Interpreter(table_).predict(tree, 0, 1, value_.data());
    return value_.data();
  }

 private:
  const double* row_;
  const std::vector<std::uint32_t>& levels_;
  std::size_t width_;
  Table table_;
  std::vector<double> value_;
};

}  // namespace

RowPredictor::RowPredictor(Forest forest, std::vector<std::uint32_t> levels,
                           std::vector<LeafTerms> terms)
    : forest_(std::move(forest)),
      levels_(std::move(levels)),
      seen_levels_(levels_.size()),
      terms_(std::move(terms)) {
  require(terms_.empty() || terms_.size() == forest_.size(), "every tree needs its terms");
  require(forest_.size() > 0, "a predictor needs at least one tree");
  require(levels_.size() == forest_.n_features(), "levels must have an entry per feature");
  for (std::uint32_t f = 0; f < levels_.size(); ++f)
    if (levels_[f] > 0) categories_.push_back(f);
  for (std::size_t f = 0; f < forest_.feature_uses().size(); ++f) {
    seen_levels_[f] = forest_.feature_uses()[f].n_levels;
    require(seen_levels_[f] == 0 || levels_[f] > 0, "a categorical feature needs levels");
  }
  for (std::size_t i = 0; i < (forest_.size() + kLanes - 1) / kLanes * kLanes; ++i) {
    const PackedTree* tree = i < forest_.size() ? forest_.packed(i) : nullptr;
    if (!tree || tree->splits.empty()) tree = &no_split();
    lanes_.push_back({tree->splits.data(), tree});
  }
  const std::size_t n_pure =
      shape().n_outputs == 1 && !shape().n_classes.empty() ? value_width() : 0;
  pure_.resize(n_pure * n_pure);
  for (std::size_t i = 0; i < n_pure; ++i) pure_[i * n_pure + i] = 1;
}

const double* RowPredictor::leaf_value(std::size_t i, std::size_t leaf, double* buffer) const {
  const PackedTree& tree = *forest_.packed(i);
  const std::size_t width = value_width();
  if (const float* shares = forest_.shares(i)) {
    each_share(shape(), shares + leaf * width,
               [&](std::size_t j, double share) { buffer[j] = share; });
    return buffer;
  }
  if (shape().n_classes.empty()) return &tree.numbers[leaf * width];
  const std::size_t row = tree.share_rows[leaf], n_pure = pure_.size() / width;
  return row < n_pure ? &pure_[row * width] : &tree.share_pool[(row - n_pure) * width];
}

// The value of a leaf of a packed tree, with the terms of a linear leaf.
double RowPredictor::linear_value(std::size_t tree, std::size_t leaf, const double* row,
                                  double value) const {
  const LeafTerms& terms = terms_[tree];
  for (std::uint32_t k = terms.first[leaf]; k < terms.first[leaf + 1]; ++k) {
    const Term& t = terms.terms[k];
    value += leaf_term(t.factor, t.center, t.share, row[t.feature]);
  }
  return value;
}

// Calls use(i, value) for every tree in order.
template <class Use>
void RowPredictor::each_value(const double* row, Use&& use) const {
  bool missing = false;
  for (std::size_t f = 0; f < levels_.size(); ++f) missing |= row[f] != row[f];
  SmallArray copy(categories_.empty() ? 0 : levels_.size());
  const double* cells = row;
  if (!categories_.empty()) {
    std::copy_n(row, levels_.size(), copy.data());
    for (const std::uint32_t f : categories_)
      copy.data()[f] = category_code(row[f], levels_[f], seen_levels_[f]);
    cells = copy.data();
  }
  const auto find = !categories_.empty() ? find_leaves<true, true>
                    : missing            ? find_leaves<true, false>
                                         : find_leaves<false, false>;
  WholeTrees whole(row, levels_, value_width());
  SmallArray buffer(value_width());
  for (std::size_t first = 0; first < n_trees(); first += kLanes) {
    const std::size_t n = std::min(kLanes, n_trees() - first);
    std::uint32_t leaves[kLanes] = {};
    find(&lanes_[first], cells, leaves);
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t i = first + k;
      const Tree* tree = forest_.whole(i);
      const double* value = tree ? whole.value(*tree) : leaf_value(i, leaves[k], buffer.data());
      double linear = 0;
      if (!tree && !terms_.empty() && !terms_[i].terms.empty()) {
        linear = linear_value(i, leaves[k], row, *value);
        value = &linear;
      }
      use(i, value);
    }
  }
}

void RowPredictor::add(const double* row, double* scores, std::size_t n_scores) const {
  const std::size_t width = value_width();
  require(width == 1 || width == n_scores,
          "trees whose values are added have one value per leaf, or one per score");
  if (width > 1) {
    each_value(row, [&](std::size_t, const double* value) {
      for (std::size_t k = 0; k < width; ++k) scores[k] += value[k];
    });
    return;
  }
  std::size_t score = 0;
  each_value(row, [&](std::size_t, const double* value) {
    scores[score] += *value;
    if (++score == n_scores) score = 0;
  });
}

void RowPredictor::tree_values(const double* row, double* out) const {
  const std::size_t width = value_width();
  each_value(
      row, [&](std::size_t i, const double* value) { std::copy_n(value, width, out + i * width); });
}

void RowPredictor::aggregate(const double* row, Aggregate how, double* out) const {
  const std::size_t width = value_width();
  const bool classes = !shape().n_classes.empty();
  if (how == Aggregate::mean || (how == Aggregate::mode && classes)) {
    std::fill_n(out, width, 0.0);
    each_value(row, [&](std::size_t, const double* value) {
      if (how == Aggregate::mode) return add_votes(shape(), value, out);
      for (std::size_t j = 0; j < width; ++j) out[j] += value[j];
    });
    for (std::size_t j = 0; j < width; ++j) out[j] /= static_cast<double>(n_trees());
    return;
  }
  std::vector<double> values(n_trees() * width);
  each_value(row, [&](std::size_t i, const double* value) {
    // Adding 0 turns -0 into 0, as a sum does.
    for (std::size_t j = 0; j < width; ++j) values[j * n_trees() + i] = value[j] + 0.0;
  });
  for (std::size_t j = 0; j < width; ++j) {
    double* of_trees = &values[j * n_trees()];
    sort_values(of_trees, n_trees());
    out[j] = how == Aggregate::mode ? mode(of_trees, n_trees()) : median(of_trees, n_trees());
  }
  if (classes) scale_shares(shape(), out);
}

}  // namespace spinney
