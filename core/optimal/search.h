// Branch and bound over subsets of the rows, with a memory of those that were solved.
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

// How large a tree may be.
struct Size {
  int depth = 0;
  std::size_t max_leaves = 1;
};

template <class Loss>
class Search {
 public:
  Search(const Rules& rules, Control& control) : rules_(rules), control_(control) {}

  // The best tree on all rows, found through those of lesser depth.
  Solution run(const Subset<Loss>& all, Size size);

 private:
  static constexpr std::size_t kMaxRemembered = 500'000;  // some 200 MB

  // The best tree that costs less than `limit`; `level` is the number of cuts that led to the
  // subset.
  Solution solve(const Subset<Loss>& subset, Size size, double limit, int level);
  Solution solve_open(const Subset<Loss>& subset, Size size, double limit, int level);
  // A good tree at once: greedy cuts, the best ones at the bottom.
  Solution greedy(const Subset<Loss>& subset, Size size);
  static std::vector<Axis> axes_of(const Subset<Loss>& subset, const CellShape& shape);
  bool pairs_are_faster(const Subset<Loss>& subset, int depth) const;

  // One node: its cuts, and the best tree so far.
  struct Node {
    const Subset<Loss>& subset;
    int depth, level;
    std::vector<Axis> axes;
    std::optional<SideScan<Loss>> scan;  // where the sides are single cuts
    std::optional<CutBits> bits;         // where the sides are pairs of cuts, to be counted by bits
    std::vector<std::size_t> first;      // with bits: the first cut of each column
    std::size_t n_cuts;
    Solution best;
    double limit;       // what a tree must cost less than
    double open_bound;  // of cuts whose search was not brought to its end
    bool reports;       // its bounds are those of the whole search
  };
  // All cuts, with so many leaves on either side.
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
