// A split in terms of codes: the result of the search, from which rows are partitioned and the tree
// node is built.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "base/boxed.h"
#include "base/interrupt.h"
#include "base/node_kind.h"
#include "base/term.h"
#include "base/types.h"

namespace spinney {

// A surrogate split: approximates the primary split for rows that miss its value.
struct Surrogate {
  std::uint32_t feature = 0;
  bool categorical = false;
  bool above_left = false;  // numeric: codes above last_low go left
  Code last_low = 0;
  double threshold = 0;
  std::vector<Code> left_categories, present_categories;  // ascending
  double agreement = 0, adjusted = 0;
};

struct SplitDetails;

struct Split {
  double score = -std::numeric_limits<double>::infinity();
  std::uint32_t feature = 0;
  NodeKind kind = NodeKind::number;
  bool saw_missing = false;  // the node has rows that miss the feature
  bool missing_left = false;
  // Those rows were excluded from the search and are not assigned to a child yet.
  bool skipped_missing = false;

  Code last_left = 0;  // numeric: codes up to this one go left
  // Numeric: the next code present, if the threshold is not set yet (NaN).
  Code first_right = 0;
  double threshold = 0;  // numeric: values up to this one go left
  // Weight of the left child in internal units; negative if unknown.
  double left_weight = -1;
  std::uint32_t missing_child = 0;  // multiway: child of missing values
  Boxed<SplitDetails> details;

  // Set a numeric split between two codes; its threshold is computed later.
  void split_between(Code last, Code next) {
    last_left = last;
    first_right = next;
    threshold = std::numeric_limits<double>::quiet_NaN();
  }
  bool categorical() const { return kind == NodeKind::category; }
  bool is_multivariate() const { return has_terms(kind); }
  bool multiway() const { return is_multiway(kind); }
  std::size_t n_children() const;
  bool found() const { return score > -std::numeric_limits<double>::infinity(); }
};

// Parts that a numeric split without surrogates or competitors does not need.
struct SplitDetails {
  std::vector<Code> left_categories;     // present in the node, ascending
  std::vector<Code> present_categories;  // ascending; levels: child k gets the k-th

  // Intervals: codes above the previous entry and up to the k-th go to child k.
  std::vector<Code> last_codes;
  std::vector<double> cuts;  // intervals: upper bound of each child but the last

  std::vector<Term> terms;  // linear, sphere: values up to the threshold go left

  std::vector<Surrogate> surrogates;  // best first
  // The best splits on other features, best first; the score is the gain.
  std::vector<Split> competitors;
};

inline std::size_t Split::n_children() const {
  if (kind == NodeKind::intervals) return details->cuts.size() + 1;
  return kind == NodeKind::levels ? details->present_categories.size() : 2;
}

// Constraints on a split, and the interrupt check.
struct SplitLimits {
  std::size_t min_samples_leaf = 1;
  double min_weight_leaf = 0;   // internal units
  int monotone = 0;             // of the current feature
  double lower = 0, upper = 0;  // bounds on the children's values, internal units
  Interrupt* interrupt = nullptr;
};

}  // namespace spinney
