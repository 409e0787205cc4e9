#include "criterion/absolute_error.h"
#include "criterion/formulas.h"
#include "criterion/sweep.h"
#include "split/feature_search.h"
#include "split/finders.h"

namespace spinney {
namespace {

template <class Formula>
std::unique_ptr<SplitFinder> make(const FinderOptions& options, const Dataset& data,
                                  Interrupt& interrupt) {
  if (data.targets.n_outputs > 1)
    return std::make_unique<FeatureSearch<AdditiveSweep<Formula, Moments>>>(options, data, false,
                                                                            interrupt);
  return with_weights(
      data.targets.weights(), [&]<Weights kWeights>() -> std::unique_ptr<SplitFinder> {
        if constexpr (std::is_same_v<Formula, BetweenGroups> && kWeights != Weights::parts)
          if (!data.targets.whole.empty())
            return std::make_unique<FeatureSearch<AdditiveSweep<Formula, IntegerMoment<kWeights>>>>(
                options, data, true, interrupt);
        return std::make_unique<FeatureSearch<AdditiveSweep<Formula, Moment<kWeights>>>>(
            options, data, true, interrupt);
      });
}

}  // namespace

std::unique_ptr<SplitFinder> make_number_finder(const FinderOptions& options, const Dataset& data,
                                                Interrupt& interrupt) {
  switch (options.criterion) {
    case CriterionKind::absolute_error:
      return std::make_unique<FeatureSearch<AbsoluteErrorSweep>>(options, data, false, interrupt);
    case CriterionKind::newton:
      return std::make_unique<FeatureSearch<AdditiveSweep<Newton, GradientPair>>>(options, data,
                                                                                  true, interrupt);
    case CriterionKind::poisson: return make<PoissonDeviance>(options, data, interrupt);
    default: return make<BetweenGroups>(options, data, interrupt);
  }
}

}  // namespace spinney
