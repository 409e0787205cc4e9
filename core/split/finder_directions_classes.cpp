#include "criterion/count_sweep.h"
#include "criterion/formulas.h"
#include "criterion/sweep.h"
#include "split/direction_finders.h"

namespace spinney {
namespace {

template <class Formula>
std::unique_ptr<DirectionScorer> make(const Targets& t) {
  if (t.binary.empty())
    return std::make_unique<SweepScorer<AdditiveSweep<Formula, ClassCounts>>>(t);
  return with_weights(t.weights(), [&]<Weights kWeights>() -> std::unique_ptr<DirectionScorer> {
    return std::make_unique<SweepScorer<AdditiveSweep<Formula, BinaryCounts<kWeights>>>>(t);
  });
}

}  // namespace

std::unique_ptr<DirectionScorer> make_class_scorer(CriterionKind criterion,
                                                   const Targets& targets) {
  if (targets.counted() && criterion == CriterionKind::entropy)
    return std::make_unique<SweepScorer<CountSweep<EntropyCounts>>>(targets);
  if (targets.counted() && criterion == CriterionKind::gini && targets.binary.empty())
    return std::make_unique<SweepScorer<CountSweep<SquaredCounts>>>(targets);
  switch (criterion) {
    case CriterionKind::entropy: return make<Entropy>(targets);
    case CriterionKind::misclassification: return make<Misclassification>(targets);
    default: return make<BetweenGroups>(targets);
  }
}

}  // namespace spinney
