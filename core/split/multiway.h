// Splits into any number of children (ID3): one per level of a category, one per interval of a
// number, whose cuts are quantiles of the node. Rows that miss the value have no part in the
// search.
#pragma once

#include <memory>

#include "split/finder.h"

namespace spinney {

std::unique_ptr<SplitFinder> make_multiway_finder(const FinderOptions& options, const Dataset& data,
                                                  Interrupt& interrupt);

}  // namespace spinney
