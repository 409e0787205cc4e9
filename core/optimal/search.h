// Branch and bound for optimal trees.
//
// A subproblem is a set of rows and a maximum size; its solution is cached. Solving one:
//
//   1. bounds: a leaf as upper bound, the unavoidable error as lower bound
//   2. depth <= 2: count all pairs of cuts at once (optimal/pairs.h)
//   3. otherwise examine cuts in the order of their lower bound (optimal/intervals.h), solve both
//      sides recursively, and prune cuts whose bound reaches the best cost
//
// The search runs with increasing depth. It can stop at any time with an upper and a lower bound.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "optimal/control.h"
#include "optimal/intervals.h"
#include "optimal/plan.h"
#include "optimal/scan.h"
#include "optimal/subset.h"

namespace spinney::optimal {

struct SubproblemKey {
  SetKey rows;
  std::uint32_t depth = 0, max_leaves = 0;
  bool operator==(const SubproblemKey&) const = default;
};
struct SubproblemHash {
  std::size_t operator()(const SubproblemKey& key) const {
    return static_cast<std::size_t>(key.rows.first ^
                                    mix((std::uint64_t{key.depth} << 32) | key.max_leaves));
  }
};

// Maximum size of a tree.
struct Size {
  int depth = 0;
  std::size_t max_leaves = 1;
};

template <class Loss>
class Search {
 public:
  Search(const Rules& rules, Control& control) : rules_(rules), control_(control) {}

  // The best tree on all rows; searches with increasing depth.
  Solution run(const Subset<Loss>& all, Size size);

 private:
  static constexpr std::size_t kMaxRemembered = 500'000;  // about 200 MB

  // The best tree that costs less than `limit`. `level`: number of cuts above the subset.
  Solution solve(const Subset<Loss>& subset, Size size, double limit, int level);
  Solution solve_open(const Subset<Loss>& subset, Size size, double limit, int level);
  // A good initial tree: greedy cuts, optimal at the bottom.
  Solution greedy(const Subset<Loss>& subset, Size size);
  static std::vector<Axis> axes_of(const Subset<Loss>& subset, const CellShape& shape);
  bool pairs_are_faster(const Subset<Loss>& subset, int depth) const;

  // A node of the search: its cuts, and the best tree so far.
  struct Node {
    const Subset<Loss>& subset;
    int depth, level;
    std::vector<Axis> axes;
    std::optional<SideScan<Loss>> scan;  // if each side is a single cut
    std::optional<CutBits> bits;         // if each side is a pair of cuts, counted by bitsets
    std::vector<std::size_t> first;      // with bits: index of the first cut of each column
    std::size_t n_cuts;
    Solution best;
    double limit;       // a tree must cost less
    double open_bound;  // lowest bound of the cuts whose search was stopped
    bool reports;       // its bounds are those of the whole search
  };
  // Examine all cuts with these maximum numbers of leaves per side.
  void branch(Node& node, std::array<std::size_t, 2> leaves);
  std::vector<Interval> first_runs(const Node& node) const;
  SideBounds examine_cut(Node& node, const Axis& axis, Code cut, SideBounds known,
                         std::array<std::size_t, 2> leaves);
  std::array<Solution, 2> solve_sides(Node& node, const Axis& axis, Code cut, SideBounds known,
                                      std::array<std::size_t, 2> leaves);
  Subset<Loss> side_of(const Node& node, const Axis& axis, Code cut, bool left) const;
  void record_progress(const Node& node, const std::vector<Interval>& runs);

  double below(double limit) const { return limit - rules_.step; }

  const Rules& rules_;
  Control& control_;
  int final_depth_ = 0;
  std::unordered_map<SubproblemKey, Solution, SubproblemHash> known_;
};

extern template class Search<CountedClasses>;
extern template class Search<WeightedClasses>;
extern template class Search<SquareLoss>;

}  // namespace spinney::optimal
