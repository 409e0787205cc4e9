// y and weights as Python gives them.
#pragma once

#include "common.h"
#include "train/cart.h"

namespace spinney {

using Target = nb::ndarray<nb::ro, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Weight = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Class indices if there are n_classes, otherwise numbers; checked. Looks at the arrays where they
// lie.
TargetView target_view(const Target& y, const std::optional<Weight>& weight,
                       std::vector<std::uint32_t> n_classes, std::size_t n_rows);

}  // namespace spinney
