// Formulas: the score of a split, from the sums of the left child and of the node. Larger is
// better. Constants of a node are left out; gain() adds them. Minus infinity forbids a split.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "criterion/criterion.h"

namespace spinney {

// Squared error and Gini, which is the squared error of class indicators. With T the sum and W the
// weight of the node, the gain is the sum over terms of (L W - T w_left)^2 / (w_left w_right W).
// The numerator is exact for integer counts.
struct BetweenGroups {
  template <class Layout>
  static double score(const Layout& layout, const double* left, const double* total,
                      const double*) {
    const double w = layout.weight(left), total_weight = layout.weight(total);
    double sum = 0;
    for (std::size_t j = 0; j < layout.n_terms(); ++j) {
      const double d = layout.term(left, j) * total_weight - layout.term(total, j) * w;
      sum += d * d;
    }
    return sum / (w * (total_weight - w));
  }
  template <class Layout>
  static double gain(const Layout& layout, const double* total, double score) {
    return score * layout.kGiniShare / layout.weight(total);
  }
};

// Base of formulas whose score is part(left) + part(right).
template <class Formula>
struct SumOfParts {
  template <class Layout>
  static double score(const Layout& layout, const double* left, const double*,
                      const double* right) {
    return Formula::part(layout, left) + Formula::part(layout, right);
  }
  template <class Layout>
  static double gain(const Layout& layout, const double* total, double score) {
    return score - Formula::part(layout, total);
  }
};

// The second-order objective of boosting (criterion/newton.h).
struct Newton {
  template <class Layout>
  static double score(const Layout& layout, const double* left, const double*,
                      const double* right) {
    return newton_pair(layout.term(left, 0), layout.weight(left), layout.term(right, 0),
                       layout.weight(right), layout.penalty);
  }
  template <class Layout>
  static double gain(const Layout& layout, const double* total, double score) {
    const double alone =
        newton_score(layout.term(total, 0), layout.weight(total), layout.gradients.penalty);
    return gains(score, alone) ? score - alone : -std::numeric_limits<double>::infinity();
  }
};

// x log2 x; a table serves small integers, the common case.
inline double xlog2x(double x) {
  static const auto table = [] {
    std::array<double, 4096> t{};
    for (std::size_t i = 1; i < t.size(); ++i)
      t[i] = static_cast<double>(i) * std::log2(static_cast<double>(i));
    return t;
  }();
  if (x < 4096) {
    const auto i = static_cast<std::size_t>(x);
    if (static_cast<double>(i) == x) return table[i];
  }
  return x * std::log2(x);
}

struct Entropy : SumOfParts<Entropy> {
  template <class Layout>
  static double part(const Layout& layout, const double* s) {
    double sum = -static_cast<double>(layout.n_outputs()) * xlog2x(layout.weight(s));
    for (std::size_t k = 0; k < layout.n_outputs(); ++k)
      layout.each_class(s, k, [&](double c) { sum += xlog2x(c); });
    return sum;
  }
};

struct Misclassification : SumOfParts<Misclassification> {
  template <class Layout>
  static double part(const Layout& layout, const double* s) {
    double sum = 0;
    for (std::size_t k = 0; k < layout.n_outputs(); ++k) {
      double largest = 0;
      layout.each_class(s, k, [&](double c) { largest = std::max(largest, c); });
      sum += largest;
    }
    return sum;
  }
};

// Half Poisson deviance. A child whose targets are all 0 is forbidden: a Poisson mean is positive.
struct PoissonDeviance : SumOfParts<PoissonDeviance> {
  template <class Layout>
  static double part(const Layout& layout, const double* s) {
    double sum = 0;
    for (std::size_t j = 0; j < layout.n_terms(); ++j) {
      const double y = layout.term(s, j);
      if (!(y > 0)) return -std::numeric_limits<double>::infinity();
      sum += y * std::log(y / layout.weight(s));
    }
    return sum;
  }
};

// Call f<Formula>() with the formula of a classification criterion.
template <class F>
auto with_class_formula(CriterionKind kind, F&& f) {
  using enum CriterionKind;
  switch (kind) {
    case gini: return f.template operator()<BetweenGroups>();
    case entropy: return f.template operator()<Entropy>();
    case misclassification: return f.template operator()<Misclassification>();
    case gain_ratio:  // separate search: split/gain_ratio.h
    case squared_error:
    case poisson:
    case absolute_error:
    case newton: break;
  }
  throw InvalidArgument("the criterion has no formula for binary splits of classes");
}

// Call f<Formula>() with the formula of a regression criterion.
template <class F>
auto with_number_formula(CriterionKind kind, F&& f) {
  using enum CriterionKind;
  switch (kind) {
    case squared_error: return f.template operator()<BetweenGroups>();
    case poisson: return f.template operator()<PoissonDeviance>();
    case absolute_error:  // separate sweep: criterion/absolute_error.h
    case newton:          // separate layout of sums: GradientPair
    case gini:
    case entropy:
    case gain_ratio:
    case misclassification: break;
  }
  throw InvalidArgument("the criterion has no formula for sums of numeric targets");
}

}  // namespace spinney
