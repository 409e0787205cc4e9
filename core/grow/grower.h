// The growth loop: pop a node, split it in the tree, find the splits of its children, push them.
//
// Large nodes are searched by all threads, in parallel over features. Small nodes are set aside and
// grown as subtrees, one thread each. The result does not depend on the order: sums are exact,
// random numbers are keyed by the path, and the builder numbers nodes by their position.
#pragma once

#include "base/interrupt.h"
#include "data/encodings.h"
#include "grow/open_node.h"
#include "grow/options.h"
#include "grow/partition.h"
#include "model/builder.h"

namespace spinney {

// Grows a tree on all rows of the matrix. `sorted`: all presortable columns, if already sorted;
// `builder`: its memory is reused; `shared`: the same matrix, for presorted columns of other trees.
TreeBuilder grow_tree(const EncodedMatrix& matrix, const Targets& targets,
                      const TreeOptions& options, Interrupt& interrupt,
                      const PresortedColumns* sorted = nullptr, TreeBuilder builder = {},
                      const SharedCodes* shared = nullptr);

}  // namespace spinney
