// Finder of multivariate splits.
#include "base/error.h"
#include "split/direction_finders.h"
#include "split/direction_search.h"

namespace spinney {

std::unique_ptr<SplitFinder> make_direction_finder(const FinderOptions& options,
                                                   const Dataset& data, Interrupt& interrupt) {
  require(options.criterion != CriterionKind::newton, "boosting does not split on directions");
  const auto make = [&targets = data.targets, criterion = options.criterion] {
    return make_scorer(criterion, targets);
  };
  return std::make_unique<DirectionSearch>(options, data, make, interrupt);
}

}  // namespace spinney
