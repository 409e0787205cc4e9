// Finder of binary splits for numeric targets and gradients.
#include "criterion/sweeps.h"
#include "split/feature_search.h"
#include "split/finders.h"

namespace spinney {

std::unique_ptr<SplitFinder> make_number_finder(const FinderOptions& options, const Dataset& data,
                                                Interrupt& interrupt) {
  return with_number_sweep(
      options.criterion, data.targets, [&]<class Sweep>() -> std::unique_ptr<SplitFinder> {
        return std::make_unique<FeatureSearch<Sweep>>(options, data, interrupt);
      });
}

}  // namespace spinney
