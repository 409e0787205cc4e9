// The finders by kind of target, one file each, so that their templates compile side by side.
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

// f<kWeights>() for the kind of weights at hand.
template <class F>
auto with_weights(Weights weights, F&& f) {
  switch (weights) {
    case Weights::unit: return f.template operator()<Weights::unit>();
    case Weights::whole: return f.template operator()<Weights::whole>();
    default: return f.template operator()<Weights::parts>();
  }
}

}  // namespace spinney
