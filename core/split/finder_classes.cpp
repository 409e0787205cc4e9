#include "criterion/count_sweep.h"
#include "criterion/formulas.h"
#include "criterion/sweep.h"
#include "split/feature_search.h"
#include "split/finders.h"

namespace spinney {
namespace {

template <class Measure>
std::unique_ptr<SplitFinder> make_counted(const FinderOptions& options, const Dataset& data,
                                          Interrupt& interrupt) {
  const bool two_classes = !data.targets.binary.empty();
  return std::make_unique<FeatureSearch<CountSweep<Measure>>>(options, data, two_classes,
                                                              interrupt);
}

template <class Formula>
std::unique_ptr<SplitFinder> make(const FinderOptions& options, const Dataset& data,
                                  Interrupt& interrupt) {
  const Targets& t = data.targets;
  if (t.binary.empty())
    return std::make_unique<FeatureSearch<AdditiveSweep<Formula, ClassCounts>>>(options, data,
                                                                                false, interrupt);
  return with_weights(t.weights(), [&]<Weights kWeights>() -> std::unique_ptr<SplitFinder> {
    using Sweep = AdditiveSweep<Formula, BinaryCounts<kWeights>>;
    return std::make_unique<FeatureSearch<Sweep>>(options, data, true, interrupt);
  });
}

}  // namespace

std::unique_ptr<SplitFinder> make_class_finder(const FinderOptions& options, const Dataset& data,
                                               Interrupt& interrupt) {
  const bool counted = data.targets.counted();
  const bool gini = options.criterion == CriterionKind::gini;
  if (counted && options.criterion == CriterionKind::entropy)
    return make_counted<EntropyCounts>(options, data, interrupt);
  if (counted && gini && data.targets.binary.empty())
    return make_counted<SquaredCounts>(options, data, interrupt);
  switch (options.criterion) {
    case CriterionKind::entropy: return make<Entropy>(options, data, interrupt);
    case CriterionKind::misclassification: return make<Misclassification>(options, data, interrupt);
    default: return make<BetweenGroups>(options, data, interrupt);
  }
}

}  // namespace spinney
