// Traversal of packed trees by sixteen rows at a time.
#include "predict/forest_walk.h"

#include <algorithm>
#include <array>

#include "predict/packed_split.h"

namespace spinney {
namespace {

constexpr std::size_t kLanes = 16;     // rows traversed in parallel
constexpr std::size_t kEnds = 1024;    // leaves found before their values are read
constexpr std::size_t kTileRows = 64;  // rows copied at a time, feature by feature
// Bytes of rows per batch. Most of the time is spent fetching trees, so each should serve many
// rows.
constexpr std::size_t kHeldPerTreeByte = 8, kMinHeld = 256 * 1024, kMaxHeld = 4 * 1024 * 1024;
constexpr std::size_t kTasksPerThread = 2;
constexpr std::uint32_t kMaxFloatCodes = 1u << 24;  // integers up to here are exact in float

template <class Cell, bool kMissing, bool kCategories>
class Walker {
 public:
  Walker(const PackedTree& tree, const Cell* cells, std::size_t n_features)
      : tree_(tree), splits_(tree.splits.data()), cells_(cells), n_features_(n_features) {}

  // A row that reaches its leaf yields its lane to the next row; the last rows are finished one by
  // one.
  void find_ends(const Places& places, End* ends) const {
    std::size_t next = 0;
    const auto start = [&] {
      const std::size_t k = next++;
      return Lane{cells_ + places[k] * n_features_, 0, static_cast<std::uint32_t>(k)};
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
    const Cell* cells;
    std::uint32_t at, k;
  };

  // Evaluates one split. Returns false if the child is a leaf, which is stored in `ends`.
  bool move(Lane& lane, End* ends) const {
    const PackedSplit& split = splits_[lane.at];
    const std::uint32_t right =
        goes_right<kMissing, kCategories>(tree_, split, lane.cells[split.feature()]);
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
  const Cell* cells_;
  std::size_t n_features_;
};

template <class Cell>
void find_packed_ends(const PackedTree& tree, const Cell* cells, std::size_t n_features,
                      bool has_missing, const Places& places, End* ends) {
  if (tree.splits.empty())
    std::fill_n(ends, places.n, End{0, 0});
  else if (!tree.set_words.empty())
    Walker<Cell, true, true>(tree, cells, n_features).find_ends(places, ends);
  else if (has_missing)
    Walker<Cell, true, false>(tree, cells, n_features).find_ends(places, ends);
  else
    Walker<Cell, false, false>(tree, cells, n_features).find_ends(places, ends);
}

}  // namespace

RowBatch::RowBatch(const Forest& forest, const Table& table, std::size_t max_rows)
    : forest_(forest), table_(table), interpreter_(table), max_rows_(max_rows) {}

// Returns false if a cell does not fit.
template <class Cell>
bool RowBatch::copy_rows(std::vector<Cell>& cells) {
  const std::size_t n_features = forest_.n_features();
  cells.resize(max_rows_ * n_features);
  has_missing_ = false;
  for (std::size_t tile = 0; tile < n_rows_; tile += kTileRows) {
    const std::size_t first_row = first_row_ + tile, n = std::min(kTileRows, n_rows_ - tile);
    for (std::size_t f = 0; f < forest_.feature_uses().size(); ++f) {
      const auto [number, n_levels] = forest_.feature_uses()[f];
      const auto at = [&](std::size_t i) -> Cell& { return cells[(tile + i) * n_features + f]; };
      if (number) {
        const CopyInfo copied = copy_numbers(table_.columns[f], first_row, n, at);
        if (!copied.fits) return false;
        has_missing_ |= copied.has_missing;
      } else if (n_levels > 0) {
        if (sizeof(Cell) == sizeof(float) && n_levels > kMaxFloatCodes - kFirstLevel) return false;
        copy_codes(table_.columns[f], n_levels, first_row, n, at);
      }
    }
  }
  return true;
}

void RowBatch::fill(std::size_t first_row, std::size_t n_rows) {
  first_row_ = first_row;
  n_rows_ = n_rows;
  if (narrow_ && !copy_rows(narrow_cells_)) {
    narrow_ = false;
    narrow_cells_ = std::vector<float>();
  }
  if (!narrow_) copy_rows(wide_cells_);
}

void RowBatch::find_ends(std::size_t i, const Places& places, End* ends) const {
  if (const PackedTree* packed = forest_.packed(i)) {
    if (narrow_)
      find_packed_ends(*packed, narrow_cells_.data(), forest_.n_features(), has_missing_, places,
                       ends);
    else
      find_packed_ends(*packed, wide_cells_.data(), forest_.n_features(), has_missing_, places,
                       ends);
    return;
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
  const std::size_t for_threads =
      n_rows / (kTasksPerThread * static_cast<std::size_t>(std::max(1, n_threads)));
  return std::min(n_rows, std::max(kTileRows, std::min(for_cache, for_threads)));
}

}  // namespace spinney
