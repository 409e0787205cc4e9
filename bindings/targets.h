// Conversion of y and weights from Python arrays.
#pragma once

#include "common.h"
#include "train/cart.h"

namespace spinney {

using Target = nb::ndarray<nb::ro, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Weight = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Class indices if n_classes is not empty, else numbers. Checks the arrays and does not copy them.
TargetView target_view(const Target& y, const std::optional<Weight>& weight,
                       std::vector<std::uint32_t> n_classes, std::size_t n_rows);

}  // namespace spinney
