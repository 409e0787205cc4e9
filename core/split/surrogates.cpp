// Surrogate splits.
#include "split/surrogates.h"

#include <algorithm>

#include "base/pool.h"
#include "data/each_code.h"
#include "split/random_cut.h"

namespace spinney {
namespace {

// Minimum rows per side of a surrogate; fewer agree too easily by chance.
constexpr std::size_t kMinRows = 2;
constexpr double kMinAdjusted = 1e-10;

// Rows and case weights of a group, by the side of the primary split.
struct SideSums {
  std::size_t n = 0;
  double coarse[2] = {0, 0}, fine[2] = {0, 0};

  void add(const Targets& t, Row row, Side side) {
    ++n;
    coarse[side] += t.case_part(row, 0);
    fine[side] += t.case_part(row, 1);
  }
  double weight(Side side) const { return coarse[side] + fine[side]; }
};

SideSums operator-(const SideSums& a, const SideSums& b) {
  SideSums d{a.n - b.n, {a.coarse[0] - b.coarse[0], a.coarse[1] - b.coarse[1]}, {}};
  for (int s = 0; s < 2; ++s) d.fine[s] = a.fine[s] - b.fine[s];
  return d;
}

// Entries of one feature in the node, sorted by code, without missing values.
struct Entries {
  const Entry* data;
  std::size_t n;
};

Entries present_entries(const Dataset& data, const NodeRows& node, std::uint32_t feature,
                        EntryWorkspace& workspace) {
  Entries e{node_entries(data, node, feature, workspace), node.size()};
  while (e.n > 0 && entry_code(e.data[e.n - 1]) == kMissing) --e.n;
  return e;
}

SideSums add_up(const Targets& t, const Side* sides, const Entry* entries, std::size_t n) {
  SideSums sums;
  for (std::size_t i = 0; i < n; ++i) {
    const Row row = entry_row(entries[i]);
    if (sides[row] != kAbsent) sums.add(t, row, sides[row]);
  }
  return sums;
}

// Find the threshold and orientation with the largest agreeing weight; returns that weight, or the
// majority's if larger.
double best_number(const Targets& t, const EncodedColumn& column, const Side* sides, Entries e,
                   Surrogate& found) {
  const SideSums all = add_up(t, sides, e.data, e.n);
  double best = std::max(all.weight(kLeft), all.weight(kRight));
  SideSums low;
  for (std::size_t i = 0; i < e.n && all.n - low.n >= kMinRows; ++i) {
    const Row row = entry_row(e.data[i]);
    if (low.n >= kMinRows && entry_code(e.data[i]) != entry_code(e.data[i - 1])) {
      const SideSums high = all - low;
      const double aligned = low.weight(kLeft) + high.weight(kRight),
                   reversed = low.weight(kRight) + high.weight(kLeft);
      if (std::max(aligned, reversed) > best) {
        best = std::max(aligned, reversed);
        found.above_left = reversed > aligned;
        found.last_low = entry_code(e.data[i - 1]);
        found.threshold = midpoint(column, found.last_low, entry_code(e.data[i]));
      }
    }
    if (sides[row] != kAbsent) low.add(t, row, sides[row]);
  }
  return best;
}

// Each category goes to the side with most of its weight; ties go to the majority.
double best_categories(const Targets& t, const Side* sides, Entries e, Surrogate& found) {
  const SideSums all = add_up(t, sides, e.data, e.n);
  const bool majority_left = all.weight(kLeft) > all.weight(kRight);
  double agree = 0;
  for (std::size_t begin = 0, end = 0; begin < e.n; begin = end) {
    const Code code = entry_code(e.data[begin]);
    while (end < e.n && entry_code(e.data[end]) == code) ++end;
    const SideSums group = add_up(t, sides, e.data + begin, end - begin);
    if (group.n == 0) continue;
    const double left = group.weight(kLeft), right = group.weight(kRight);
    found.present_categories.push_back(code);
    if (left > right || (left == right && majority_left)) found.left_categories.push_back(code);
    agree += std::max(left, right);
  }
  return agree;
}

}  // namespace

SideWeights sum_side_weights(const Targets& targets, const Row* rows, std::size_t n,
                             const Side* sides) {
  SideSums sums;
  for (std::size_t i = 0; i < n; ++i)
    if (sides[rows[i]] != kAbsent) sums.add(targets, rows[i], sides[rows[i]]);
  return {sums.weight(kLeft), sums.weight(kRight)};
}

std::vector<Surrogate> find_surrogates(const Dataset& data, const NodeRows& node, const Side* sides,
                                       const SideWeights& all, std::uint32_t feature,
                                       const std::vector<signed char>& monotone,
                                       std::size_t max_surrogates, int n_threads,
                                       Interrupt& interrupt) {
  const double total = all.left + all.right, majority = std::max(all.left, all.right);
  std::vector<Surrogate> found(data.matrix.columns.size());
  std::vector<EntryWorkspace> workspaces(static_cast<std::size_t>(std::max(1, n_threads)));
  const auto search = [&](std::size_t f, int worker) {
    interrupt.poll();
    if (f == feature || (!monotone.empty() && monotone[f] != 0)) return;
    const EncodedColumn& column = data.matrix.columns[f];
    const Entries e =
        present_entries(data, node, static_cast<std::uint32_t>(f), workspaces[worker]);
    Surrogate& s = found[f];
    s.feature = static_cast<std::uint32_t>(f);
    s.categorical = column.categorical;
    const double agree = column.categorical ? best_categories(data.targets, sides, e, s)
                                            : best_number(data.targets, column, sides, e, s);
    s.agreement = agree / total;
    s.adjusted = (agree - majority) / (total - majority);
  };
  if (n_threads > 1) {
    parallel_for(n_threads, found.size(), interrupt, search);
  } else {
    for (std::size_t f = 0; f < found.size(); ++f) search(f, 0);
  }
  std::erase_if(found, [](const Surrogate& s) { return !(s.adjusted > kMinAdjusted); });
  std::stable_sort(found.begin(), found.end(), [](const Surrogate& a, const Surrogate& b) {
    return a.agreement > b.agreement;
  });
  if (found.size() > max_surrogates) found.resize(max_surrogates);
  return found;
}

std::size_t apply_surrogate(const Dataset& data, const NodeRows& node, const Surrogate& s,
                            Side* sides) {
  std::size_t n_absent = 0;
  const auto has = [](const std::vector<Code>& codes, Code c) {
    return std::binary_search(codes.begin(), codes.end(), c);
  };
  each_node_code(data, node, s.feature, [&](Row row, Code code) {
    if (sides[row] != kAbsent) return;
    if (code == kMissing || (s.categorical && !has(s.present_categories, code))) {
      ++n_absent;
      return;
    }
    const bool left =
        s.categorical ? has(s.left_categories, code) : (code <= s.last_low) != s.above_left;
    sides[row] = left ? kLeft : kRight;
  });
  return n_absent;
}

}  // namespace spinney
