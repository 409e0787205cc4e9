#include "split/bin_search.h"

#include <algorithm>
#include <cmath>

#include "base/clones.h"

namespace spinney {
namespace {

// newton_pair() for many positions at once, forbidden where a side has too little.
SPINNEY_CLONES
void score_positions(const double* __restrict gradient, const double* __restrict hessian, int n, double g_start,
                     double h_start, double g_total, double h_total, double l2, double least,
                     double* __restrict scores) {
  for (int i = 0; i < n; ++i) {
    const double gl = gradient[i] + g_start, gr = g_total - gl, hl = hessian[i] + h_start, hr = h_total - hl;
    const double a = hl + l2, b = hr + l2;
    const double score = (gl * gl * b + gr * gr * a) / (a * b);
    scores[i] = (hl < hr ? hl : hr) < least ? kForbidden : score;
  }
}

SPINNEY_CLONES
void forbid_few(const double* __restrict count, int n, double start, double total, double least,
                double* __restrict scores) {
  for (int i = 0; i < n; ++i) {
    const double left = count[i] + start, right = total - left;
    scores[i] = (left < right ? left : right) < least ? kForbidden : scores[i];
  }
}

SPINNEY_CLONES
double largest(const double* __restrict scores, int n) {
  double best[4] = {kForbidden, kForbidden, kForbidden, kForbidden};
  int i = 0;
  for (; i + 4 <= n; i += 4)
    for (int k = 0; k < 4; ++k) best[k] = scores[i + k] > best[k] ? scores[i + k] : best[k];
  for (; i < n; ++i) best[0] = scores[i] > best[0] ? scores[i] : best[0];
  for (int k = 1; k < 4; ++k) best[0] = best[k] > best[0] ? best[k] : best[0];
  return best[0];
}

double alone(const BinNode& node, const NewtonPenalty& p) { return newton_score(node.total.g(), node.total.h(), p); }

}  // namespace

template <class Cell>
BinSearch<Cell>::BinSearch(const BinnedMatrix& matrix, const BinSearchOptions& options)
    : matrix_(matrix), options_(options) {
  std::size_t most = 0;
  for (const BinnedColumn& c : matrix.columns) most = std::max<std::size_t>(most, c.n_slots());
  for (auto* v : {&key_, &gradient_, &hessian_, &count_, &score_, &level_}) v->resize(most);
}

// Where cells do not count rows, the grower does, once it has parted them.
template <class Cell>
double BinSearch<Cell>::least_hessian() const {
  const double least = std::max(options_.min_hessian, 0.5);
  return options_.hessian_counts ? std::max(least, static_cast<double>(options_.min_samples_leaf)) : least;
}

template <class Cell>
void BinSearch<Cell>::order_bins(const std::vector<const Cell*>& histograms, const BinnedColumn& column) {
  ordered_ = column.categorical;
  one_by_one_ = false;
  order_.clear();
  if (!ordered_) return;
  for (std::uint32_t b = 0; b < column.n_bins; ++b) {
    GradientSums sums;
    bool present = false;
    for (const Cell* histogram : histograms) {
      const Cell& cell = histogram[column.first_slot + b];
      present |= !cell.empty();
      sums += cell.sums();
    }
    if (!present) continue;
    order_.push_back(b);
    const double down = sums.h() + options_.smoothing;
    key_[b] = down > 0 ? sums.g() / down : 0;
  }
  one_by_one_ = order_.size() <= options_.max_onehot;
  if (!one_by_one_)
    std::sort(order_.begin(), order_.end(),
              [&](auto a, auto b) { return key_[a] < key_[b] || (key_[a] == key_[b] && a < b); });
}

template <class Cell>
double BinSearch<Cell>::score(const GradientSums& left, std::uint32_t feature, const BinNode& node) const {
  const GradientSums right = node.total - left;
  if (std::min(left.h(), right.h()) < least_hessian()) return kForbidden;
  if constexpr (Cell::kCounts)
    if (std::min(left.count, right.count) < static_cast<std::int64_t>(options_.min_samples_leaf)) return kForbidden;
  const int monotone = options_.monotone.empty() ? 0 : options_.monotone[feature];
  if (monotone != 0) {
    const double l = newton_value(left.g(), left.h(), options_.penalty);
    const double r = newton_value(right.g(), right.h(), options_.penalty);
    if (std::min(l, r) < node.lower || std::max(l, r) > node.upper || (l - r) * monotone > 0) return kForbidden;
  }
  return newton_pair(left.g(), left.h(), right.g(), right.h(), options_.penalty);
}

template <class Cell>
void BinSearch<Cell>::score_plain(const Cell* slots, std::size_t n, GradientSums start, const BinNode& node) {
  Cell left{};
  for (std::size_t b = 0; b < n; ++b) {
    left += slots[b];
    gradient_[b] = static_cast<double>(left.gradient());
    hessian_[b] = static_cast<double>(left.hessian());
    if constexpr (Cell::kCounts) count_[b] = static_cast<double>(left.count());
  }
  const auto size = static_cast<int>(n);
  score_positions(gradient_.data(), hessian_.data(), size, start.g(), start.h(), node.total.g(), node.total.h(),
                  options_.penalty.l2, least_hessian(), score_.data());
  if constexpr (Cell::kCounts)
    forbid_few(count_.data(), size, static_cast<double>(start.count), static_cast<double>(node.total.count),
               static_cast<double>(options_.min_samples_leaf), score_.data());
}

template <class Cell>
void BinSearch<Cell>::score_each(const Cell* slots, std::size_t n, GradientSums start, std::uint32_t feature,
                                 const BinNode& node) {
  GradientSums left = start;
  bool moved = false;  // missing rows alone on the left are those alone on the right, seen from behind
  for (std::size_t i = 0; i < n; ++i) {
    if (one_by_one_) left = start;
    const Cell& cell = slots[ordered_ ? order_[i] : i];
    left += cell.sums();
    moved |= !cell.empty();
    score_[i] = moved ? score(left, feature, node) : kForbidden;
  }
}

// The scores of all positions; returns how many there are.
template <class Cell>
std::size_t BinSearch<Cell>::score_all(const Cell* slots, const BinnedColumn& column, std::uint32_t feature,
                                       const BinNode& node, bool missing_left) {
  const std::size_t n = ordered_ ? order_.size() : column.n_bins;
  const GradientSums start = missing_left ? slots[column.n_bins].sums() : GradientSums{};
  const bool free = options_.monotone.empty() || options_.monotone[feature] == 0;
  if (!ordered_ && free && options_.penalty.plain())
    score_plain(slots, n, start, node);
  else
    score_each(slots, n, start, feature, node);
  return n;
}

template <class Cell>
BinFound BinSearch<Cell>::search(const Cell* histogram, std::uint32_t feature, const BinNode& node) {
  const BinnedColumn& column = matrix_.columns[feature];
  const Cell* slots = histogram + column.first_slot;
  if (column.categorical)
    order_bins({histogram}, column);
  else
    ordered_ = one_by_one_ = false;
  const bool missing = column.any_missing && !slots[column.n_bins].empty();
  BinFound best;
  best.feature = feature;
  double best_score = kForbidden;
  for (const bool missing_left : {false, true}) {
    if (missing_left && !missing) break;
    const std::size_t n = score_all(slots, column, feature, node, missing_left);
    const double top = largest(score_.data(), static_cast<int>(n));
    if (!(top > best_score)) continue;
    best_score = top;
    best.at = static_cast<std::uint32_t>(std::find(score_.data(), score_.data() + n, top) - score_.data());
    best.missing_left = missing_left;
  }
  const double own = alone(node, options_.penalty);
  if (gains(best_score, own)) best.gain = best_score - own;
  return best;
}

template <class Cell>
BinFound BinSearch<Cell>::search_level(const std::vector<const Cell*>& histograms, std::uint32_t feature,
                                       const std::vector<BinNode>& nodes) {
  const BinnedColumn& column = matrix_.columns[feature];
  order_bins(histograms, column);
  BinFound best;
  best.feature = feature;
  double own = 0, best_score = kForbidden;
  for (const BinNode& node : nodes) own += alone(node, options_.penalty);
  for (const bool missing_left : {false, true}) {
    if (missing_left && !column.any_missing) break;
    std::fill(level_.begin(), level_.end(), 0.0);
    std::size_t n = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      n = score_all(histograms[i] + column.first_slot, column, feature, nodes[i], missing_left);
      const double stay = alone(nodes[i], options_.penalty);
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

template <class Cell>
GradientSums BinSearch<Cell>::left_sums(const Cell* slots, const BinnedColumn& column, const BinFound& found) const {
  GradientSums left;
  for (std::size_t i = one_by_one_ ? found.at : 0; i <= found.at; ++i) left += slots[ordered_ ? order_[i] : i].sums();
  if (found.missing_left && column.any_missing) left += slots[column.n_bins].sums();
  return left;
}

template <class Cell>
bool BinSearch<Cell>::divides(const Cell* histogram, const BinFound& found, const BinNode& node,
                              const std::vector<const Cell*>& level) {
  const BinnedColumn& column = matrix_.columns[found.feature];
  order_bins(level, column);
  return score(left_sums(histogram + column.first_slot, column, found), found.feature, node) != kForbidden;
}

template <class Cell>
BinSplit BinSearch<Cell>::finish(const std::vector<const Cell*>& ordered_by, const Cell* histogram,
                                 const BinFound& found, const BinNode& node) {
  const BinnedColumn& column = matrix_.columns[found.feature];
  const Cell* slots = histogram + column.first_slot;
  order_bins(ordered_by, column);
  BinSplit split;
  split.feature = found.feature;
  split.categorical = column.categorical;
  split.missing_left = found.missing_left;
  split.last_left = found.at;
  split.left = left_sums(slots, column, found);
  for (std::size_t i = one_by_one_ ? found.at : 0; ordered_ && i <= found.at; ++i)
    if (!slots[order_[i]].empty()) split.left_bins.push_back(order_[i]);
  std::sort(split.left_bins.begin(), split.left_bins.end());
  for (std::uint32_t b = 0; column.categorical && b < column.n_bins; ++b)
    if (!slots[b].empty()) split.seen_bins.push_back(b);
  // Where nothing was missing, missing values go with the larger child.
  if (!column.any_missing || slots[column.n_bins].empty())
    split.missing_left = split.left.hessian > node.total.hessian - split.left.hessian;
  return split;
}

template <class Cell>
double BinSearch<Cell>::gain_of(const BinSplit& split, const BinNode& node) const {
  const GradientSums right = node.total - split.left;
  return newton_pair(split.left.g(), split.left.h(), right.g(), right.h(), options_.penalty) -
         alone(node, options_.penalty);
}

template class BinSearch<Packed>;
template class BinSearch<Counted>;
template class BinSearch<Precise>;

}  // namespace spinney
