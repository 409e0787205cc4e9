// A tree prepared for path-dependent SHAP values. docs/design/explanations.md derives the formulas.
#pragma once

#include <vector>

#include "explain/quadrature.h"
#include "explain/shap_paths.h"

namespace spinney {

class ShapTree : public ShapPaths {
 public:
  // Arguments as for ShapPaths.
  ShapTree(const Tree& tree, const std::vector<std::uint32_t>& player, std::size_t n_players);

  std::size_t n_points() const { return quadrature_.size(); }
  const Quadrature& quadrature() const { return quadrature_; }
  // The expected value when no feature is known.
  std::vector<double> base() const;
  std::size_t n_bytes() const;

  // edges x 3 x points. With z the product of the shares of the edges above that have the player
  // of an edge, z' = z * share and q(z) = (1 - point) z + point, for rows that follow all of these:
  // 0: q(z') / q(z), if the row follows this edge too
  // 1: (1 - point) z' / q(z), if it does not
  // 2: (1 - z') / q(z')
  const double* factors() const { return factors_.data(); }
  // The ratio at each point for rows that do not follow all of these edges.
  const std::vector<double>& ratio_off() const { return ratio_off_; }

 private:
  void compute_factors();

  Quadrature quadrature_{0};
  std::vector<double> factors_, ratio_off_;
};

}  // namespace spinney
