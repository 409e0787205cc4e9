// Traversal of packed trees by sixteen rows at a time.
#include "predict/forest_walk.h"

#include <algorithm>
#include <array>
#include <bit>

#include "model/smoothing.h"
#include "predict/cell_copies.h"
#include "predict/packed_split.h"

namespace spinney {
namespace {

constexpr std::size_t kLanes = 16;     // rows traversed in parallel
constexpr std::size_t kEnds = 4096;    // leaves found before their values are read
constexpr std::size_t kTileRows = 64;  // rows copied at a time, feature by feature
// Bytes of rows per batch. Most of the time is spent fetching trees, so each should serve many
// rows.
constexpr std::size_t kHeldPerTreeByte = 32, kMinHeld = 256 * 1024, kMaxHeld = 8 * 1024 * 1024;
constexpr std::size_t kTasksPerThread = 2;
// Building a flat tree of this many nodes costs less than it saves for one row.
constexpr std::size_t kNodesPerRow = 32;

template <class Word, bool kMissing, bool kCategories>
class Walker {
 public:
  Walker(const PackedTree& tree, const Word* cells, std::size_t row_words)
      : tree_(tree), splits_(tree.splits.data()), cells_(cells), row_words_(row_words) {}

  // A row that reaches its leaf yields its lane to the next row; the last rows are finished one by
  // one.
  void find_ends(const Places& places, End* ends) const {
    std::size_t next = 0;
    const auto start = [&] {
      const std::size_t k = next++;
      return Lane{cells_ + places[k] * row_words_ + 1, 0, static_cast<std::uint32_t>(k)};
    };
    if (places.n >= kLanes) {
      std::array<Lane, kLanes> lanes;
      for (Lane& lane : lanes) lane = start();
      const Lane* ended = nullptr;
      while (!ended) {
#pragma GCC unroll 16
        for (Lane& lane : lanes) {
          if (move(lane, ends)) continue;
          if (next == places.n) {
            ended = &lane;
            break;
          }
          lane = start();
        }
      }
      for (Lane& lane : lanes)
        if (&lane != ended) finish(lane, ends);
    }
    while (next < places.n) {
      Lane lane = start();
      finish(lane, ends);
    }
  }

 private:
  struct Lane {
    const Word* cells;
    std::uint32_t at, k;
  };

  std::uint32_t goes_right(const PackedSplit& split, Word cell) const {
    if (kCategories && split.has(PackedSplit::kCategory))
      return code_goes_right(tree_, split, static_cast<std::uint32_t>(cell));
    const auto x = std::bit_cast<typename FloatOf<Word>::type>(cell);
    return number_goes_right<kMissing>(split, static_cast<double>(x));
  }

  // Evaluates one split. Returns false if the child is a leaf, which is stored in `ends`.
  bool move(Lane& lane, End* ends) const {
    const PackedSplit& split = splits_[lane.at];
    const std::uint32_t right = goes_right(split, lane.cells[split.feature()]);
    const std::uint32_t sides = split.feature_and_flags / PackedSplit::kLeftIsInner;
    const std::uint32_t before =
        split.rank + (right & sides);  // number of inner nodes before the child
    if (sides >> right & 1) [[likely]] {
      lane.at = before;
      __builtin_prefetch(splits_ + before);
      return true;
    }
    const std::uint32_t node = 2 * lane.at + 1 + right;
    ends[lane.k] = {node, node - before};
    return false;
  }

  void finish(Lane& lane, End* ends) const {
    while (move(lane, ends)) continue;
  }

  const PackedTree& tree_;
  const PackedSplit* splits_;
  const Word* cells_;
  std::size_t row_words_;
};

template <class Word>
void walk_packed(const PackedTree& tree, const Word* cells, std::size_t row_words, bool has_missing,
                 const Places& places, End* ends) {
  if (!tree.set_words.empty())
    Walker<Word, true, true>(tree, cells, row_words).find_ends(places, ends);
  else if (has_missing)
    Walker<Word, true, false>(tree, cells, row_words).find_ends(places, ends);
  else
    Walker<Word, false, false>(tree, cells, row_words).find_ends(places, ends);
}

bool is_flat(const Forest& forest, std::size_t n_rows) {
  for (std::size_t i = 0; i < forest.size(); ++i)
    if (const PackedTree* tree = forest.packed(i))
      if (!FlatTree<std::uint64_t>::can_hold(*tree, forest.n_features())) return false;
  return kNodesPerRow * n_rows * forest.size() >= forest.n_nodes();
}

}  // namespace

RowBatch::RowBatch(const Forest& forest, const Table& table, std::size_t max_rows)
    : forest_(forest),
      table_(table),
      interpreter_(table),
      max_rows_(max_rows),
      flat_(is_flat(forest, max_rows)) {}

// Copies cells of n rows from `row` of the batch on, to every n_features + 1 words. Returns false
// if one does not fit.
template <class Word>
bool RowBatch::copy_feature(std::size_t f, std::size_t row, std::size_t n, Word* to) {
  const std::size_t row_words = forest_.n_features() + 1;
  const Column& column = table_.columns[f];
  const auto [number, n_levels] = forest_.feature_uses()[f];
  if (!number) {
    if (n_levels > 0)
      copy_codes(column, n_levels, first_row_ + row, n,
                 [&](std::size_t i) -> Word& { return to[i * row_words]; });
    return true;
  }
  typename FloatOf<Word>::type cells[kTileRows];
  const CopyInfo copied = copy_numbers(
      column, first_row_ + row, n, [&](std::size_t i) -> auto& { return cells[i]; });
  has_missing_ |= copied.has_missing;
  for (std::size_t i = 0; i < n; ++i)
    to[i * row_words] = flat_ ? order_key<Word>(cells[i]) : std::bit_cast<Word>(cells[i]);
  return copied.fits;
}

// Returns false if a cell does not fit.
template <class Word>
bool RowBatch::copy_rows(std::vector<Word>& cells) {
  const std::size_t row_words = forest_.n_features() + 1;
  cells.resize(max_rows_ * row_words);
  has_missing_ = false;
  for (std::size_t row = 0; row < n_rows_; row += kTileRows)
    for (std::size_t f = 0; f < forest_.feature_uses().size(); ++f)
      if (!copy_feature(f, row, std::min(kTileRows, n_rows_ - row),
                        &cells[row * row_words + f + 1]))
        return false;
  return true;
}

void RowBatch::fill(std::size_t first_row, std::size_t n_rows) {
  first_row_ = first_row;
  n_rows_ = n_rows;
  flat_index_ = kNone;
  if (narrow_ && !copy_rows(narrow_cells_)) {
    narrow_ = false;
    narrow_cells_ = std::vector<std::uint32_t>();
  }
  if (!narrow_) copy_rows(wide_cells_);
}

template <class Word>
void RowBatch::find_packed_ends(std::size_t i, const std::vector<Word>& cells, FlatTree<Word>& flat,
                                const Places& places, End* ends) const {
  const PackedTree& tree = *forest_.packed(i);
  if (tree.splits.empty()) {
    std::fill_n(ends, places.n, End{0, 0});
  } else if (flat_) {
    if (flat_index_ != i) flat.assign(tree, forest_.n_features(), has_missing_);
    flat_index_ = i;
    flat.find_ends(cells.data(), places, ends);
  } else {
    walk_packed(tree, cells.data(), forest_.n_features() + 1, has_missing_, places, ends);
  }
}

void RowBatch::find_ends(std::size_t i, const Places& places, End* ends) const {
  if (forest_.packed(i)) {
    if (narrow_) return find_packed_ends(i, narrow_cells_, narrow_tree_, places, ends);
    return find_packed_ends(i, wide_cells_, wide_tree_, places, ends);
  }
  for (std::size_t k = 0; k < places.n; ++k) {
    const std::size_t row = first_row_ + places[k];
    std::int64_t node = 0;
    interpreter_.find_leaves(*forest_.whole(i), row, row + 1, &node);
    ends[k] = {static_cast<std::uint32_t>(node), 0};
  }
}

// Calls use(k, leaf) for the rows at places[k].
template <class Use>
void RowBatch::each_leaf(std::size_t i, const Places& places, Use&& use) const {
  End ends[kEnds];
  for (std::size_t begin = 0; begin < places.n; begin += kEnds) {
    const Places part = places.part(begin, std::min(places.n, begin + kEnds));
    find_ends(i, part, ends);
    for (std::size_t k = 0; k < part.n; ++k) use(begin + k, ends[k].leaf);
  }
}

void RowBatch::predict(std::size_t i, const Places& places, double* values) const {
  std::fill_n(values, places.n * forest_.value_width(), 0.0);
  add(i, places, values);
}

void RowBatch::add(std::size_t i, const Places& places, double* sums) const {
  const std::size_t width = forest_.value_width();
  const auto add_row = [&](std::size_t k, const double* value) {
    for (std::size_t j = 0; j < width; ++j) sums[k * width + j] += value[j];
  };
  const PackedTree* packed = forest_.packed(i);
  if (!packed) {
    std::vector<double> value(width);
    for (std::size_t k = 0; k < places.n; ++k) {
      const std::size_t row = first_row_ + places[k];
      interpreter_.predict(*forest_.whole(i), row, row + 1, value.data());
      add_row(k, value.data());
    }
  } else if (const float* shares = forest_.shares(i)) {
    each_leaf(i, places, [&](std::size_t k, std::size_t leaf) {
      each_share(forest_.shape(), shares + leaf * width,
                 [&](std::size_t j, double share) { sums[k * width + j] += share; });
    });
  } else if (forest_.shape().n_classes.empty()) {
    each_leaf(i, places,
              [&](std::size_t k, std::size_t leaf) { add_row(k, &packed->numbers[leaf * width]); });
  } else {
    const std::size_t n_pure = forest_.shape().n_outputs == 1 ? width : 0;
    each_leaf(i, places, [&](std::size_t k, std::size_t leaf) {
      const std::size_t row = packed->share_rows[leaf];
      if (row < n_pure)
        sums[k * width + row] += 1;
      else
        add_row(k, &packed->share_pool[(row - n_pure) * width]);
    });
  }
}

std::size_t batch_rows(const Forest& forest, std::size_t n_rows, int n_threads) {
  const std::size_t tree_bytes = forest.n_bytes() / std::max<std::size_t>(1, forest.size());
  const std::size_t held = std::clamp(kHeldPerTreeByte * tree_bytes, kMinHeld, kMaxHeld);
  const std::size_t for_cache =
      held / (sizeof(float) * std::max<std::size_t>(1, forest.n_features()));
  const std::size_t n_tasks =
      n_threads > 1 ? kTasksPerThread * static_cast<std::size_t>(n_threads) : 1;
  const std::size_t for_threads = (n_rows + n_tasks - 1) / n_tasks;
  return std::min(n_rows, std::max(kTileRows, std::min(for_cache, for_threads)));
}

}  // namespace spinney
