// The finders by kind of target, one file each, so that their templates compile side by side.
#pragma once

#include "split/finder.h"

namespace spinney {

std::unique_ptr<SplitFinder> make_class_finder(const FinderOptions& options, const Dataset& data, Interrupt& interrupt);
std::unique_ptr<SplitFinder> make_number_finder(const FinderOptions& options, const Dataset& data,
                                                Interrupt& interrupt);

}  // namespace spinney
