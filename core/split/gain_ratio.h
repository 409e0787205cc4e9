// C4.5's split selection (Quinlan 1993, as in Weka's J48): one child per category, or a threshold
// on a numeric feature. Among the splits with at least the average gain, the one with the largest
// gain ratio. Rows with a missing value do not contribute to the gain, but to the weight.
#pragma once

#include <memory>

#include "split/finder.h"

namespace spinney {

std::unique_ptr<SplitFinder> make_gain_ratio_finder(const FinderOptions& options,
                                                    const Dataset& data, Interrupt& interrupt);

}  // namespace spinney
