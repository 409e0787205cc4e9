// Whether order lists pay, and how large the subtrees are that threads grow on their own.
#pragma once

#include <vector>

#include "data/coded.h"
#include "grow/options.h"

namespace spinney {

struct Listing {
  bool whole = false;            // lists for the whole tree
  bool copy_subtrees = false;    // subtrees get a copy of their rows
  bool list_copies = false;      // with lists
  std::size_t subtree_rows = 0;  // nodes of up to so many rows are grown as subtrees
};

// Columns for which a list beats counting: categories, and numbers with more than a few values. Not
// those that are `marked` (split/finder.h), if that is known.
std::vector<bool> listable(const CodedMatrix& matrix, const std::vector<bool>& marked = {});

// `shared`: the lists of the whole table serve many trees.
Listing plan_lists(const CodedMatrix& matrix, const std::vector<bool>& listed,
                   const GrowOptions& options, bool shared);

}  // namespace spinney
