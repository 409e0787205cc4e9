#include "base/error.h"
#include "split/direction_finders.h"
#include "split/direction_search.h"

namespace spinney {

std::unique_ptr<SplitFinder> make_direction_finder(const FinderOptions& options,
                                                   const Dataset& data, Interrupt& interrupt) {
  require(options.criterion != CriterionKind::newton, "boosting does not split on directions");
  const auto make_scorer = [&targets = data.targets, criterion = options.criterion] {
    return targets.classification() ? make_class_scorer(criterion, targets)
                                    : make_number_scorer(criterion, targets);
  };
  return std::make_unique<DirectionSearch>(options, data, make_scorer, interrupt);
}

}  // namespace spinney
