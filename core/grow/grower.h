// The growth loop: pop a node, split it in the tree, find the splits of its children, push them.
//
// Large nodes are searched with all threads, feature by feature. Nodes that are small enough are
// put aside and grown as subtrees, one thread each, side by side. What comes out does not depend on
// which was done: sums are exact, random numbers are keyed by the path, and the builder numbers
// nodes by their place.
#pragma once

#include "base/interrupt.h"
#include "grow/frontier.h"
#include "grow/options.h"
#include "grow/partition.h"
#include "model/builder.h"

namespace spinney {

// Grows a tree on all rows of the matrix. `sorted`: lists of all that is listable, if they are at
// hand; `builder`: one whose memory may be used.
TreeBuilder grow_tree(const EncodedMatrix& matrix, const Targets& targets,
                      const TreeOptions& options, Interrupt& interrupt,
                      const PresortedColumns* sorted = nullptr, TreeBuilder builder = {});

}  // namespace spinney
