// Factories of finders; one file per kind of target, for parallel compilation.
#pragma once

#include "split/finder.h"

namespace spinney {

std::unique_ptr<SplitFinder> make_class_finder(const FinderOptions& options, const Dataset& data,
                                               Interrupt& interrupt);
std::unique_ptr<SplitFinder> make_number_finder(const FinderOptions& options, const Dataset& data,
                                                Interrupt& interrupt);
// Oblique, sphere and pca splits (split/direction_search.h).
std::unique_ptr<SplitFinder> make_direction_finder(const FinderOptions& options,
                                                   const Dataset& data, Interrupt& interrupt);

}  // namespace spinney
