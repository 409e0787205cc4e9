// Multiway splits (ID3): one child per category, or per interval between quantiles of a numeric
// feature. Rows with a missing value are excluded from the search.
#pragma once

#include <memory>

#include "split/finder.h"

namespace spinney {

std::unique_ptr<SplitFinder> make_multiway_finder(const FinderOptions& options, const Dataset& data,
                                                  Interrupt& interrupt);

}  // namespace spinney
