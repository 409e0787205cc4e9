// C4.5's choice of a split (Quinlan 1993, as Weka's J48 has it): a child per level of a category, a
// threshold for a number; of the splits that gain at least the average, the one with the largest
// gain by the information in the parting itself. Rows that miss a value have no part in its gain,
// but count in the node's weight.
#pragma once

#include <memory>

#include "split/finder.h"

namespace spinney {

std::unique_ptr<SplitFinder> make_gain_ratio_finder(const FinderOptions& options,
                                                    const Dataset& data, Interrupt& interrupt);

}  // namespace spinney
