#include "split/finder.h"

#include "split/finders.h"

namespace spinney {

std::unique_ptr<SplitFinder> make_finder(const FinderOptions& options, const Dataset& data, Interrupt& interrupt) {
  return data.targets.classification() ? make_class_finder(options, data, interrupt)
                                       : make_number_finder(options, data, interrupt);
}

}  // namespace spinney
