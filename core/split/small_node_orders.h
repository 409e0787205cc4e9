// The rows of a small subtree, sorted by each feature on demand.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "split/finder.h"

namespace spinney {

// Call use(i) for every set bit, in ascending order.
template <class Use>
void each_bit(RowBits bits, Use&& use) {
  for (; bits != 0; bits &= bits - 1) use(static_cast<std::size_t>(std::countr_zero(bits)));
}
inline RowBits bit_of(std::size_t i) { return RowBits{1} << i; }
// Portable popcount without a function call.
inline std::uint32_t count_bits(RowBits bits) {
  bits -= bits >> 1 & 0x55555555u;
  bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
  return ((bits + (bits >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24;
}

// Rows (by their index in the subtree) sorted by one feature.
struct SmallNodeOrder {
  static constexpr std::size_t kMaxRows = SmallNodeFinder::kMaxRows;
  std::uint64_t subtree = 0;  // the subtree that this order belongs to
  bool missing = false;       // some row misses the value
  // Numeric without missing values: random thresholds are drawn between single values.
  bool plain = false;
  RowBits steps = 0;                 // sorted: positions whose code differs from the previous one
  std::array<Code, kMaxRows> codes;  // sorted; per row if random thresholds are drawn
  std::array<std::uint8_t, kMaxRows> row, place;
  std::array<double, kMaxRows> values;  // per row, for random thresholds

  // Among the given positions, those whose code differs from the previous one among them. A step at
  // a position that is not included carries over to the next included one, as in an addition.
  RowBits steps_of(RowBits places) const {
    const RowBits carried = (steps & ~places) + ~places;
    return (steps | carried) & places & (places - 1);
  }
};

class SmallNodeOrders {
  static constexpr std::size_t kMaxRows = SmallNodeOrder::kMaxRows;

 public:
  SmallNodeOrders(const Dataset& data, bool random)
      : data_(data), random_(random), orders_(data.matrix.columns.size()) {}

  // Start a subtree; its rows must not change until the next start.
  void start(const NodeRows& root) {
    root_ = &root;
    ++subtree_;
    if (data_.presorted.features().empty()) return;
    number_.resize(data_.matrix.n_rows);
    for (std::size_t i = 0; i < root.size(); ++i) number_[rows()[i]] = static_cast<std::uint8_t>(i);
  }

  const Row* rows() const { return root_->rows + root_->begin; }
  std::size_t n_rows() const { return root_->size(); }

  const SmallNodeOrder& of(std::uint32_t feature) {
    SmallNodeOrder& order = orders_[feature];
    if (order.subtree == subtree_) return order;
    order.subtree = subtree_;
    if (random_)
      read(data_.matrix.columns[feature], order);
    else
      sort(feature, order);
    order.steps = 0;
    for (std::size_t p = 1; p < n_rows() && !random_; ++p)
      order.steps |= RowBits{order.codes[p] != order.codes[p - 1]} << p;
    const EncodedColumn& column = data_.matrix.columns[feature];
    order.plain = !order.missing && (random_ ? single_values(column) : !column.categorical);
    return order;
  }

  // Whether thresholds are drawn between values instead of bins or categories.
  static bool single_values(const EncodedColumn& column) {
    return !column.categorical && (!column.book || column.book->high.empty());
  }

 private:
  void read(const EncodedColumn& column, SmallNodeOrder& order) const {
    const std::size_t n = n_rows();
    gather_codes(column, rows(), n, order.codes.data());
    order.missing = std::count(order.codes.data(), order.codes.data() + n, kMissing) > 0;
    if (order.missing || !single_values(column)) return;
    for (std::size_t i = 0; i < n; ++i) order.values[i] = lowest_value(column, order.codes[i]);
  }

  void sort(std::uint32_t feature, SmallNodeOrder& order) {
    const std::size_t n = n_rows();
    const bool to_presort = data_.presorted.has(feature);
    if (!to_presort && data_.matrix.columns[feature].storage == Storage::u8)
      return n <= kMaxRows / 2 ? sort_bytes<kMaxRows / 2>(feature, order)
                               : sort_bytes<kMaxRows>(feature, order);
    const Entry* sorted = to_presort ? data_.presorted.list(feature) + root_->begin : nullptr;
    if (!to_presort) {
      gather_codes(data_.matrix.columns[feature], rows(), n, order.codes.data());
      for (std::size_t i = 0; i < n; ++i)
        entries_[i] = make_entry(order.codes[i], static_cast<Row>(i));
      sorted = sort_entries(entries_.data(), spare_.data(), n);
    }
    for (std::size_t p = 0; p < n; ++p) {
      const Row row = entry_row(sorted[p]);
      order.codes[p] = entry_code(sorted[p]);
      order.row[p] = to_presort ? number_[row] : static_cast<std::uint8_t>(row);
      order.place[order.row[p]] = static_cast<std::uint8_t>(p);
    }
    order.missing = order.codes[n - 1] == kMissing;
  }

  // Sort a one-byte column by comparing all pairs of codes, eight at a time; the row index breaks
  // ties. The position of a row is the number of smaller codes.
  template <std::size_t kPaddedWidth>
  void sort_bytes(std::uint32_t feature, SmallNodeOrder& order) const {
    using Lane = std::int16_t __attribute__((vector_size(16)));
    constexpr std::size_t kLanes = kPaddedWidth / 8;
    const std::uint8_t* codes = data_.matrix.columns[feature].codes<std::uint8_t>();
    const Row* rows = this->rows();
    const std::size_t n = n_rows();
    union {
      Lane lanes[kLanes];
      std::int16_t keys[kPaddedWidth];
    } all, below;
    for (std::size_t v = 0; v < kLanes; ++v) {
      all.lanes[v] = Lane{};
      below.lanes[v] = Lane{};
    }
    for (std::size_t i = 0; i < n; ++i)
      all.keys[i] = static_cast<std::int16_t>(codes[rows[i]] * kMaxRows + i);
    for (std::size_t i = 0; i < n; ++i) {
      const Lane key = Lane{} + all.keys[i];
      for (std::size_t v = 0; v < kLanes; ++v) below.lanes[v] -= all.lanes[v] > key;
    }
    constexpr Code kNone = std::numeric_limits<std::uint8_t>::max();
    for (std::size_t i = 0; i < n; ++i) {
      const auto place = static_cast<std::uint8_t>(below.keys[i]);
      const Code code = static_cast<Code>(all.keys[i]) / kMaxRows;
      order.place[i] = place;
      order.row[place] = static_cast<std::uint8_t>(i);
      order.codes[place] = code == kNone ? kMissing : code;
    }
    order.missing = order.codes[n - 1] == kMissing;
  }

  const Dataset& data_;
  bool random_;
  const NodeRows* root_ = nullptr;
  std::uint64_t subtree_ = 0;
  std::vector<SmallNodeOrder> orders_;  // per feature
  // Per row of the table: its index in the subtree, if there are presorted columns.
  std::vector<std::uint8_t> number_;
  std::array<Entry, SmallNodeOrder::kMaxRows> entries_, spare_;
};

}  // namespace spinney
