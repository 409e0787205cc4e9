// Choice of the sweep (formula and layout of sums) for a criterion and its targets.
#pragma once

#include <type_traits>

#include "criterion/absolute_error.h"
#include "criterion/count_sweep.h"
#include "criterion/formulas.h"
#include "criterion/sweep.h"

namespace spinney {

// Call f<kWeights>() with the representation of the weights.
template <class F>
auto with_weights(Weights weights, F&& f) {
  switch (weights) {
    case Weights::unit: return f.template operator()<Weights::unit>();
    case Weights::whole: return f.template operator()<Weights::whole>();
    case Weights::parts: break;
  }
  return f.template operator()<Weights::parts>();
}

// Call f<Sweep>() for classification targets.
template <class F>
auto with_class_sweep(CriterionKind kind, const Targets& t, F&& f) {
  if (t.counted() && kind == CriterionKind::entropy && t.xlog2x)
    return f.template operator()<CountSweep<EntropyCounts>>();
  if (t.counted() && kind == CriterionKind::gini && t.exact_squares)
    return f.template operator()<CountSweep<SquaredCounts>>();
  return with_class_formula(kind, [&]<class Formula>() {
    if (t.binary.empty()) return f.template operator()<AdditiveSweep<Formula, ClassCounts>>();
    return with_weights(t.weights(), [&]<Weights kWeights>() {
      return f.template operator()<AdditiveSweep<Formula, BinaryCounts<kWeights>>>();
    });
  });
}

// Call f<Sweep>() for numeric targets or gradients.
template <class F>
auto with_number_sweep(CriterionKind kind, const Targets& t, F&& f) {
  if (kind == CriterionKind::absolute_error) return f.template operator()<AbsoluteErrorSweep>();
  if (kind == CriterionKind::newton)
    return f.template operator()<AdditiveSweep<Newton, GradientPair>>();
  return with_number_formula(kind, [&]<class Formula>() {
    if (t.n_outputs > 1) return f.template operator()<AdditiveSweep<Formula, Moments>>();
    return with_weights(t.weights(), [&]<Weights kWeights>() {
      if constexpr (std::is_same_v<Formula, BetweenGroups> && kWeights != Weights::parts)
        if (!t.whole.empty())
          return f.template operator()<AdditiveSweep<Formula, IntegerMoment<kWeights>>>();
      return f.template operator()<AdditiveSweep<Formula, Moment<kWeights>>>();
    });
  });
}

}  // namespace spinney
