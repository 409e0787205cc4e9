// Checks of y and weights from Python.
#include "targets.h"

#include "base/error.h"

namespace spinney {
namespace {

void check_classes(const TargetView& view, std::size_t n_rows) {
  for (std::size_t i = 0; i < n_rows * view.n_outputs; ++i)
    require(view.classes[i] >= 0 &&
                static_cast<std::uint32_t>(view.classes[i]) < view.n_classes[i % view.n_outputs],
            "a class index of y is out of range");
}

}  // namespace

TargetView target_view(const Target& y, const std::optional<Weight>& weight,
                       std::vector<std::uint32_t> n_classes, std::size_t n_rows) {
  require(y.shape(0) == n_rows, "y must have an entry per row of the table");
  require(y.shape(1) > 0, "y must have at least one output");
  require(!weight || weight->shape(0) == n_rows, "weight must have an entry per row of the table");
  TargetView view;
  view.n_outputs = y.shape(1);
  view.weight = weight ? weight->data() : nullptr;
  view.n_classes = std::move(n_classes);
  if (view.n_classes.empty()) {
    require(y.dtype() == nb::dtype<double>(), "numeric targets must be float64");
    view.numbers = static_cast<const double*>(y.data());
  } else {
    require(y.dtype() == nb::dtype<std::int32_t>(), "class indices must be int32");
    require(view.n_classes.size() == view.n_outputs, "n_classes must have an entry per output");
    view.classes = static_cast<const std::int32_t*>(y.data());
    check_classes(view, n_rows);
  }
  return view;
}

}  // namespace spinney
