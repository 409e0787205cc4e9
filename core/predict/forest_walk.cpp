#include "predict/forest_walk.h"

#include <algorithm>

namespace spinney {
namespace {

constexpr std::size_t kGroup = 16;  // rows that walk side by side
constexpr std::size_t kEnds = 256;  // ends that are found before they are used
constexpr std::size_t kBlockRows = 64, kFewRows = 8;
constexpr std::size_t kLeastHeld = 128 * 1024, kMostHeld = 2 * 1024 * 1024;  // bytes of rows, while a tree is asked
constexpr std::size_t kTasksPerThread = 4;

// The cells of a row; those of its next feature are `width` further on.
template <class Cell>
struct Lane {
  const Cell* numbers;
  const typename RowBlock<Cell>::Word* codes;
};

struct Step {
  std::uint32_t right;
  std::uint32_t before;    // inner nodes before the child
  std::uint32_t is_inner;  // the child
};

inline Step make_step(const PackedSplit& split, std::uint32_t right) {
  const std::uint32_t sides = split.question / PackedSplit::kLeftIsInner;
  return {right, split.rank + (right & sides), sides >> right & 1};
}

bool code_goes_right(const PackedTree& tree, const PackedSplit& split, std::uint64_t code) {
  if (code == kMissingCode) return split.has(PackedSplit::kMissingRight);
  if (code == kUnknownCode) return split.has(PackedSplit::kUnknownRight);
  const auto [first, length] = split.set();
  const std::uint64_t level = code - kFirstLevel, word = level / 64;
  const auto has = [&](std::uint64_t at) { return (tree.set_words[at] >> level % 64 & 1) != 0; };
  if (code == kUnseenCode || word >= length || !has(first + length + word)) return split.has(PackedSplit::kUnseenRight);
  return !has(first + word);
}

template <class Cell, bool kMissing, bool kCategories>
struct Walker {
  const PackedTree& tree;
  std::size_t width;

  Step step(std::uint32_t at, const Lane<Cell>& lane) const {
    const PackedSplit& split = tree.splits[at];
    const std::size_t offset = split.feature() * width;
    if (kCategories && split.has(PackedSplit::kCategory))
      return make_step(split, code_goes_right(tree, split, lane.codes[offset]));
    const auto x = static_cast<double>(lane.numbers[offset]);
    std::uint32_t right = x > split.threshold;
    if (kMissing) right |= static_cast<std::uint32_t>(x != x) & (split.question / PackedSplit::kMissingRight);
    return make_step(split, right & 1);
  }

  // A row whose next node is a leaf stays at the last question, until none of the group moves any more. kSize is the
  // size of the group, or 0.
  template <std::size_t kSize>
  void walk(const Lane<Cell>* lanes, std::size_t size, End* ends) const {
    const std::size_t n = kSize > 0 ? kSize : size;
    std::uint32_t at[kGroup] = {}, moved = 1;
    while (moved) {
      moved = 0;
      for (std::size_t i = 0; i < n; ++i) {
        const Step next = step(at[i], lanes[i]);
        at[i] = next.is_inner ? next.before : at[i];
        moved |= next.is_inner;
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      const Step last = step(at[i], lanes[i]);
      const std::uint32_t node = 2 * at[i] + 1 + last.right;
      ends[i] = {node, node - last.before};
    }
  }

  Lane<Cell> lane(const std::vector<RowBlock<Cell>>& blocks, std::size_t place) const {
    const RowBlock<Cell>& block = blocks[place / width];
    return {block.numbers(0) + place % width, kCategories ? block.codes(0) + place % width : nullptr};
  }

  void find_ends(const std::vector<RowBlock<Cell>>& blocks, const Places& places, End* ends) const {
    Lane<Cell> lanes[kGroup];
    for (std::size_t begin = 0; begin < places.n; begin += kGroup) {
      const std::size_t size = std::min(kGroup, places.n - begin);
      for (std::size_t i = 0; i < size; ++i) lanes[i] = lane(blocks, places[begin + i]);
      if (size == kGroup)
        walk<kGroup>(lanes, size, ends + begin);
      else
        walk<0>(lanes, size, ends + begin);
    }
  }
};

template <class Cell>
void find_packed_ends(const PackedTree& tree, const std::vector<RowBlock<Cell>>& blocks, bool has_missing,
                      const Places& places, End* ends) {
  const std::size_t width = blocks.front().width();
  if (tree.splits.empty())
    std::fill_n(ends, places.n, End{0, 0});
  else if (!tree.set_words.empty())
    Walker<Cell, true, true>{tree, width}.find_ends(blocks, places, ends);
  else if (has_missing)
    Walker<Cell, true, false>{tree, width}.find_ends(blocks, places, ends);
  else
    Walker<Cell, false, false>{tree, width}.find_ends(blocks, places, ends);
}

// A slot for every feature, filled if the trees ask for it.
Slots own_slots(const Forest& forest) {
  Slots slots;
  const std::size_t n = forest.n_features();
  const std::vector<AskedOf>& asked = forest.asked();
  slots.numbers.assign(n, Slots::kUnused);
  const bool categories = std::any_of(asked.begin(), asked.end(), [](const AskedOf& of) { return of.n_levels > 0; });
  slots.categories.assign(categories ? n : 0, Slots::kUnused);
  slots.n_levels.resize(slots.categories.size());
  for (std::uint32_t f = 0; f < n; ++f) {
    if (asked[f].number) slots.numbers[f] = f;
    if (asked[f].n_levels == 0) continue;
    slots.categories[f] = f;
    slots.n_levels[f] = asked[f].n_levels;
  }
  return slots;
}

}  // namespace

RowBatch::RowBatch(const Forest& forest, const Table& table, std::size_t most_rows)
    : forest_(forest),
      table_(table),
      interpreter_(table),
      slots_(own_slots(forest)),
      width_(most_rows <= kFewRows ? kFewRows : kBlockRows),
      n_blocks_((most_rows + width_ - 1) / width_) {}

template <class Cell>
bool RowBatch::fill_blocks(std::vector<RowBlock<Cell>>& blocks) {
  if (blocks.empty()) blocks = std::vector(n_blocks_, RowBlock<Cell>(slots_, width_));
  has_missing_ = false;
  for (std::size_t row = 0; row < n_rows_; row += width_) {
    RowBlock<Cell>& block = blocks[row / width_];
    if (!block.fill(table_, first_row_ + row, std::min(width_, n_rows_ - row))) return false;
    has_missing_ |= block.has_missing();
  }
  return true;
}

void RowBatch::fill(std::size_t first_row, std::size_t n_rows) {
  first_row_ = first_row;
  n_rows_ = n_rows;
  if (narrow_ && !fill_blocks(narrow_blocks_)) {
    narrow_ = false;
    narrow_blocks_ = std::vector<RowBlock<float>>();
  }
  if (!narrow_) fill_blocks(wide_blocks_);
}

void RowBatch::find_ends(std::size_t i, const Places& places, End* ends) const {
  if (const PackedTree* packed = forest_.packed(i)) {
    if (narrow_)
      find_packed_ends(*packed, narrow_blocks_, has_missing_, places, ends);
    else
      find_packed_ends(*packed, wide_blocks_, has_missing_, places, ends);
    return;
  }
  for (std::size_t k = 0; k < places.n; ++k) {
    const std::size_t row = first_row_ + places[k];
    std::int64_t node = 0;
    interpreter_.find_leaves(*forest_.whole(i), row, row + 1, &node);
    ends[k] = {static_cast<std::uint32_t>(node), 0};
  }
}

// use(k, leaf) for the rows at places[k].
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
    each_leaf(i, places, [&](std::size_t k, std::size_t leaf) { add_row(k, &packed->numbers[leaf * width]); });
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
  const std::size_t held = std::clamp<std::size_t>(2 * tree_bytes, kLeastHeld, kMostHeld);
  const std::size_t for_cache = held / (sizeof(float) * std::max<std::size_t>(1, forest.n_features()));
  const std::size_t for_threads = n_rows / (kTasksPerThread * static_cast<std::size_t>(std::max(1, n_threads)));
  const std::size_t rows = std::min(n_rows, std::max(kBlockRows, std::min(for_cache, for_threads)));
  return rows <= kFewRows ? rows : (rows + kBlockRows - 1) / kBlockRows * kBlockRows;
}

}  // namespace spinney
