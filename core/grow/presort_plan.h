// Whether presorted columns pay, and how large the subtrees are that threads grow on their own.
#pragma once

#include <vector>

#include "data/encoded_matrix.h"
#include "grow/options.h"

namespace spinney {

struct PresortPlan {
  bool whole = false;            // lists for the whole tree
  bool copy_subtrees = false;    // subtrees get a copy of their rows
  bool presort_copies = false;   // with lists
  std::size_t subtree_rows = 0;  // nodes of up to so many rows are grown as subtrees
};

// Columns for which a list beats counting: categories, and numbers with more than a few values. Not
// those that are `occupied` (split/finder.h), if that is known.
std::vector<bool> presortable(const EncodedMatrix& matrix, const std::vector<bool>& occupied = {});

// `shared`: the lists of the whole table serve many trees.
PresortPlan plan_presort(const EncodedMatrix& matrix, const std::vector<bool>& to_presort,
                         const TreeOptions& options, bool shared);

}  // namespace spinney
