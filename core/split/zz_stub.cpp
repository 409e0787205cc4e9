#include "base/error.h"
#include "criterion/targets.h"
#include "split/finders.h"
namespace spinney {
void measure(const CodedMatrix&, const Direction&, const Row*, std::size_t, double*) { require(false, "not yet"); }
std::vector<Direction> principal_axes(const CodedMatrix&, const Targets&) {
  require(false, "not yet");
  return {};
}
std::unique_ptr<SplitFinder> make_direction_finder(const FinderOptions&, const Dataset&, Interrupt&) {
  require(false, "not yet");
  return nullptr;
}
}  // namespace spinney
