// Decides whether columns are presorted, and the size of subtrees that are grown by one thread.
#pragma once

#include <vector>

#include "data/encodings.h"
#include "grow/options.h"
#include "split/presorted_columns.h"

namespace spinney {

struct PresortPlan {
  bool whole = false;            // presort columns for the whole tree
  bool copy_subtrees = false;    // grow subtrees on a copy of their rows
  bool presort_copies = false;   // presort columns of the copies
  std::size_t subtree_rows = 0;  // the maximum size of a node that is grown as a subtree
};

// Columns for which presorting beats counting: categories, and numbers with more than a few values,
// except those counted in occupied bins (split/finder.h).
std::vector<bool> presortable(const EncodedMatrix& matrix, const std::vector<bool>& occupied = {});

// `shared`: the presorted columns of the whole table are used by many trees.
PresortPlan plan_presort(const EncodedMatrix& matrix, const std::vector<bool>& to_presort,
                         const TreeOptions& options, bool shared);

// Presorts columns of all rows of a matrix, or returns those that an earlier tree presorted.
std::shared_ptr<const PresortedColumns> shared_presort(const SharedCodes& codes,
                                                       const std::vector<bool>& to_presort,
                                                       int n_threads, Interrupt& interrupt);

}  // namespace spinney
