// Order of points by their projection on the first principal component. A good, not always optimal,
// order of categories by class shares for more than two classes.
#pragma once

#include <vector>

namespace spinney {

// `centers`: n x width. Returns n projections; for width 1 the centers themselves.
std::vector<double> principal_projection(const std::vector<double>& centers,
                                         const std::vector<double>& weights);

}  // namespace spinney
