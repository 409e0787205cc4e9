// Best split of one column from a node's histogram of gradients.
#include "split/bin_search.h"

#include <algorithm>

#include "split/bin_scores.h"

namespace spinney {
namespace {

template <class Cell>
typename Cell::Sums sums_of(const BinNode& node) {
  return get_sums<typename Cell::Sums>(node.total, node.rest);
}

}  // namespace

template <class Cell>
BinSearch<Cell>::BinSearch(const BinnedMatrix& matrix, const BinSearchOptions& options)
    : matrix_(matrix), options_(options) {
  std::size_t max_slots = 0;
  for (const BinnedColumn& c : matrix.columns)
    max_slots = std::max<std::size_t>(max_slots, c.n_slots());
  for (auto* v : {&score_, &level_}) v->resize(max_slots + 1);
  high_.resize(max_slots + 1);
  found_cells_.resize(max_slots + 1);
  found_bins_.resize(max_slots + 1);
  low_.resize(max_slots + 1);
}

// If the cells do not count rows, min_samples_leaf is checked after partitioning instead.
template <class Cell>
double BinSearch<Cell>::min_hessian_sum() const {
  const double min_hessian = std::max(options_.min_hessian, 0.5);
  return options_.hessian_counts
             ? std::max(min_hessian, static_cast<double>(options_.min_samples_leaf))
             : min_hessian;
}

template <class Cell>
double BinSearch<Cell>::score(const Sums& left, std::uint32_t feature, const BinNode& node) const {
  const Sums right = sums_of<Cell>(node) - left;
  if (std::min(left.h(), right.h()) < min_hessian_sum()) return kForbidden;
  if constexpr (Cell::kCounts)
    if (std::min(left.count, right.count) < static_cast<std::int64_t>(options_.min_samples_leaf))
      return kForbidden;
  if constexpr (!kIsVector<Cell>) {
    const int monotone = options_.monotone.empty() ? 0 : options_.monotone[feature];
    if (monotone != 0) {
      const double l = newton_value(left.g(), left.h(), options_.penalty);
      const double r = newton_value(right.g(), right.h(), options_.penalty);
      if (std::min(l, r) < node.lower || std::max(l, r) > node.upper || (l - r) * monotone > 0)
        return kForbidden;
    }
  }
  return newton_pair(left, right, penalty_);
}

// Unconstrained scan, vectorized. The position behind an empty bin equals the one before it, so
// only occupied bins are scored. Returns the number of positions, or 0 if none scores `least`.
template <class Cell>
std::size_t BinSearch<Cell>::score_plain(const Cell* slots, std::size_t n, const Sums& start,
                                         const BinNode& node, double least) {
  return score_cells<false>(slots, n, start, node, least);
}

template <class Cell>
template <bool kAll>
std::size_t BinSearch<Cell>::score_cells(const Cell* slots, std::size_t n, const Sums& start,
                                         const BinNode& node, double least) {
  if constexpr (kIsVector<Cell>) {
    return scan_.score<kAll>(
        slots, n, start, sums_of<Cell>(node), options_.n_channels,
        {options_.penalty.l2, min_hessian_sum(), static_cast<double>(options_.min_samples_leaf)},
        score_.data());
  } else {
    return score_channel<kAll>(slots, n, start, node, least);
  }
}

// Cells of one channel.
template <class Cell>
template <bool kAll>
std::size_t BinSearch<Cell>::score_channel(const Cell* slots, std::size_t n,
                                           const GradientSums& start, const BinNode& node,
                                           double least) {
  Terms terms{start.g(),           start.h(),         0, node.total.g(), node.total.h(), 0,
              options_.penalty.l2, min_hessian_sum(), 0};
  if constexpr (Cell::kCounts) {
    terms.n_start = static_cast<double>(start.count);
    terms.n_total = static_cast<double>(node.total.count);
    terms.min_n = static_cast<double>(options_.min_samples_leaf);
  }
  Cell left{};
  std::size_t m = 0;
  std::int32_t *high = high_.data(), *low = low_.data();
  for (std::size_t b = 0; b < n; ++b) {
    const Cell cell = slots[b];
    left += cell;
    if constexpr (std::is_same_v<Cell, Precise>) {
      score_[m] = score_one(left.all.g() + terms.g_start, left.all.h() + terms.h_start,
                            static_cast<double>(left.all.count) + terms.n_start, terms);
    } else {
      high[m] = static_cast<std::int32_t>(left.word >> 32);
      low[m] = static_cast<std::int32_t>(left.word);
    }
    m += kAll || !cell.empty();
  }
  const auto size = static_cast<int>(m);
  if constexpr (std::is_same_v<Cell, Packed>) {
    if (!packed_may_reach(high, low, size, terms, least)) return 0;
    score_packed(high, low, size, terms, score_.data());
  }
  if constexpr (std::is_same_v<Cell, Counted>) {
    if (!counted_may_reach(high, low, size, terms, least)) return 0;
    score_counted(high, low, size, terms, score_.data());
  }
  return m;
}

// Index of the i-th occupied bin.
template <class Cell>
std::uint32_t BinSearch<Cell>::full_bin(const Cell* slots, std::size_t i) {
  for (std::uint32_t b = 0;; ++b)
    if (!slots[b].empty() && i-- == 0) return b;
}

template <class Cell>
std::size_t BinSearch<Cell>::score_each(const Cell* slots, const BinnedColumn& column,
                                        const Sums& start, std::uint32_t feature,
                                        const BinNode& node, bool all) {
  const std::size_t n = ordered_ ? order_.n_positions() : column.n_bins;
  Sums left = start;
  bool moved = false;
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t from = i, to = i + 1;
    if (ordered_) {
      // Prefixes accumulate; one-hot positions restart from the initial sums.
      const bool restart = order_.one_hot();
      if (restart) left = start;
      from = restart ? order_.begin(i) : order_.group_begin(i);
      to = order_.end(i);
    }
    for (std::size_t k = from; k < to; ++k) {
      const Cell& cell = slots[ordered_ ? order_.level(k) : k];
      left += cell.sums();
      moved |= !cell.empty();
    }
    // Within one node, "only missing on the left" mirrors "only missing on the right".
    score_[i] = moved || all ? score(left, feature, node) : kForbidden;
  }
  return n;
}

template <class Cell>
bool BinSearch<Cell>::plain(std::uint32_t feature) const {
  const bool free = options_.monotone.empty() || options_.monotone[feature] == 0;
  return !ordered_ && free && options_.penalty.plain();
}

template <class Cell>
BinCandidate BinSearch<Cell>::search(const Cell* slots, std::uint32_t feature, const BinNode& node,
                                     double known) {
  if (options_.random_thresholds) return search_random({slots}, feature, {node});
  const BinnedColumn& column = matrix_.columns[feature];
  ordered_ = false;
  penalty_ = options_.penalty;
  if (column.categorical) order_levels(column, {slots});
  const Cell* missing = slots + column.n_bins;
  if (!column.any_missing || missing->empty()) missing = nullptr;
  if (plain(feature))
    return best_side(
        feature, node, known, missing,
        [&](const Sums& start, double least) {
          return score_plain(slots, column.n_bins, start, node, least);
        },
        [&](std::size_t i) { return full_bin(slots, i); });
  return best_side(
      feature, node, known, missing,
      [&](const Sums& start, double) {
        return score_each(slots, column, start, feature, node, false);
      },
      [](std::size_t i) { return static_cast<std::uint32_t>(i); });
}

template <class Cell>
BinCandidate BinSearch<Cell>::search_level(const std::vector<const Cell*>& slots,
                                           std::uint32_t feature,
                                           const std::vector<BinNode>& nodes) {
  if (options_.random_thresholds) return search_random(slots, feature, nodes);
  const BinnedColumn& column = matrix_.columns[feature];
  order_levels(column, slots);
  BinCandidate best;
  best.feature = feature;
  double own = 0, best_score = kForbidden;
  for (const BinNode& node : nodes) own += own_score(node);
  for (const bool missing_left : {false, true}) {
    if (missing_left && !column.any_missing) break;
    std::fill(level_.begin(), level_.end(), 0.0);
    std::size_t n = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const Sums start = missing_left ? slots[i][column.n_bins].sums() : Sums{};
      n = plain(feature) ? score_cells<true>(slots[i], column.n_bins, start, nodes[i], kForbidden)
                         : score_each(slots[i], column, start, feature, nodes[i], true);
      const double stay = own_score(nodes[i]);
      for (std::size_t k = 0; k < n; ++k) level_[k] += score_[k] == kForbidden ? stay : score_[k];
    }
    for (std::size_t k = 0; k < n; ++k) {
      if (!(level_[k] > best_score)) continue;
      best_score = level_[k];
      best.at = static_cast<std::uint32_t>(k);
      best.missing_left = missing_left;
    }
  }
  if (gains(best_score, own)) best.gain = best_score - own;
  return best;
}

// Bins that are empty in the node could go to either side: split the gap in the middle of its range
// of values.
template <class Cell>
std::uint32_t BinSearch<Cell>::middle_of_gap(const Cell* slots, const BinnedColumn& column,
                                             std::uint32_t last_left) {
  std::uint32_t next = last_left + 1;
  while (next < column.n_bins && slots[next].empty()) ++next;
  if (next >= column.n_bins || next == last_left + 1) return last_left;
  const auto first = column.cuts.begin() + last_left, last = column.cuts.begin() + (next - 1);
  const auto above = std::upper_bound(first, last + 1, *first / 2 + *last / 2);
  return static_cast<std::uint32_t>(std::max(above, first + 1) - column.cuts.begin()) - 1;
}

template <class Cell>
auto BinSearch<Cell>::left_sums(const Cell* slots, const BinnedColumn& column,
                                const BinCandidate& found) const -> Sums {
  Sums left;
  const std::size_t from = ordered_ ? order_.begin(found.at) : 0,
                    to = ordered_ ? order_.end(found.at) : found.at + 1;
  for (std::size_t k = from; k < to; ++k) left += slots[ordered_ ? order_.level(k) : k].sums();
  if (found.missing_left && column.any_missing) left += slots[column.n_bins].sums();
  return left;
}

template <class Cell>
bool BinSearch<Cell>::divides(const std::vector<const Cell*>& ordered_by, const Cell* slots,
                              const BinCandidate& found, const BinNode& node) {
  const BinnedColumn& column = matrix_.columns[found.feature];
  order_levels(column, ordered_by);
  return score(left_sums(slots, column, found), found.feature, node) != kForbidden;
}

template <class Cell>
BinSplit BinSearch<Cell>::finish(const std::vector<const Cell*>& ordered_by, const Cell* slots,
                                 const BinCandidate& found, const BinNode& node) {
  const BinnedColumn& column = matrix_.columns[found.feature];
  order_levels(column, ordered_by);
  BinSplit split;
  split.feature = found.feature;
  split.categorical = column.categorical;
  split.missing_left = found.missing_left;
  const bool keep = ordered_by.size() > 1 || ordered_ || options_.random_thresholds;
  split.last_left = keep ? found.at : middle_of_gap(slots, column, found.at);
  put_sums(left_sums(slots, column, found), split.left, split.left_rest);
  for (std::size_t k = ordered_ ? order_.begin(found.at) : 0; ordered_ && k < order_.end(found.at);
       ++k)
    if (!slots[order_.level(k)].empty()) split.left_bins.push_back(order_.level(k));
  std::sort(split.left_bins.begin(), split.left_bins.end());
  for (std::uint32_t b = 0; column.categorical && b < column.n_bins; ++b)
    if (!slots[b].empty()) split.seen_bins.push_back(b);
  // Without missing rows in training, missing values go to the larger child.
  if (!column.any_missing || slots[column.n_bins].empty())
    split.missing_left = split.left.hessian > node.total.hessian - split.left.hessian;
  return split;
}

template <class Cell>
double BinSearch<Cell>::gain_of(const BinSplit& split, const BinNode& node) const {
  const Sums left = get_sums<Sums>(split.left, split.left_rest);
  return newton_pair(left, sums_of<Cell>(node) - left, penalty_) - own_score(node);
}

template class BinSearch<Packed>;
template class BinSearch<Counted>;
template class BinSearch<Precise>;
template class BinSearch<PackedVector>;
template class BinSearch<PreciseVector>;

}  // namespace spinney
