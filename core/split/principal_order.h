// An order for things with several coordinates: by their projection on the first principal
// component. For class shares this is a good (not always the best) order of categories when there
// are more than two classes.
#pragma once

#include <vector>

namespace spinney {

// centers: n x width; weights: n. Returns n projections; for width 1 the centers themselves.
std::vector<double> principal_projection(const std::vector<double>& centers,
                                         const std::vector<double>& weights);

}  // namespace spinney
