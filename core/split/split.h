// What a node asks, once a split has been chosen, still in codes: partition and tree are made from
// it.
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

// A question that sends rows nearly as a split does, for rows that lack the split's value.
struct Surrogate {
  std::uint32_t feature = 0;
  bool categorical = false;
  bool above_left = false;  // numbers: codes above last_low go left, not those up to it
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
  bool skipped_missing =
      false;  // such rows had no part in the search, and are still to be sent somewhere

  Code last_left = 0;  // numbers: codes up to this one go left
  Code first_right =
      0;  // and the next one present, where the threshold between them is still to be set (NaN)
  double threshold = 0;  // numbers: values up to this one go left
  double left_weight =
      -1;  // of the left child, internal units; below 0 if the search does not tell
  std::uint32_t missing_child = 0;  // several children: as missing_left
  Boxed<SplitDetails> details;

  // Codes up to the first go left; the threshold between their values is set later.
  void split_between(Code last, Code next) {
    last_left = last;
    first_right = next;
    threshold = std::numeric_limits<double>::quiet_NaN();
  }
  bool categorical() const { return kind == NodeKind::category; }
  bool is_multivariate() const { return kind == NodeKind::linear || kind == NodeKind::sphere; }
  // Whether a child is one of any number, not the left or the right.
  bool multiway() const { return kind == NodeKind::intervals || kind == NodeKind::levels; }
  std::size_t n_children() const;
  bool found() const { return score > -std::numeric_limits<double>::infinity(); }
};

// What a plain question about a number does not need.
struct SplitDetails {
  std::vector<Code> left_categories;     // ascending; of those present in the node
  std::vector<Code> present_categories;  // ascending; levels: child k is for the kth

  std::vector<Code>
      last_codes;  // intervals: codes up to the kth, and above the one before, go to child k
  std::vector<double> cuts;  // and values up to the kth; one fewer than children

  std::vector<Term> terms;  // linear, sphere: measure() up to the threshold goes left

  std::vector<Surrogate> surrogates;  // best first
  std::vector<Split>
      competitors;  // the best splits on other features, best first; their score is their gain
};

inline std::size_t Split::n_children() const {
  if (kind == NodeKind::intervals) return details->cuts.size() + 1;
  return kind == NodeKind::levels ? details->present_categories.size() : 2;
}

// What a split must respect, and who may stop the search.
struct SplitLimits {
  std::size_t min_samples_leaf = 1;
  double min_weight_leaf = 0;   // internal units
  int monotone = 0;             // of the feature at hand
  double lower = 0, upper = 0;  // bounds on the children's values, internal units
  Interrupt* interrupt = nullptr;
};

}  // namespace spinney
