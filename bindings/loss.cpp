#include "loss/loss.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <string>

#include "base/error.h"
#include "common.h"

namespace spinney {
namespace {

using Vector = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Members = nb::ndarray<const Row, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void check_classes(const Loss& loss, const Vector& y) {
  if (loss.n_outputs() < 2) return;
  for (std::size_t i = 0; i < y.shape(0); ++i) {
    const double c = y.data()[i];
    if (!(c >= 0 && c < static_cast<double>(loss.n_outputs())))
      throw InvalidArgument("y has a class index out of range in row " + std::to_string(i));
  }
}

LossRows rows_of(const Loss& loss, const Vector& y, const Matrix* scores,
                 const std::optional<Vector>& weight) {
  const std::size_t n = y.shape(0);
  require(!weight || weight->shape(0) == n, "weight must have an entry per row of y");
  require(!scores || (scores->shape(0) == loss.n_scores() && scores->shape(1) == n),
          "scores must be n_scores x rows of y");
  check_classes(loss, y);
  return {y.data(), scores ? scores->data() : nullptr, weight ? weight->data() : nullptr, n};
}

nb::object initial(const Loss& loss, const Vector& y, const std::optional<Vector>& weight) {
  std::vector<double> out(loss.n_scores());
  loss.initial(rows_of(loss, y, nullptr, weight), out.data());
  return to_numpy(std::move(out), {loss.n_scores()});
}

double value(const Loss& loss, const Vector& y, const Matrix& scores,
             const std::optional<Vector>& weight) {
  const LossRows rows = rows_of(loss, y, &scores, weight);
  return run_released([&] { return loss.value(rows); });
}

// In blocks of rows, as in training.
template <class T>
nb::object derive(const Loss& loss, const LossRows& rows) {
  constexpr std::size_t kBlock = 1000;
  std::vector<T> gradient(loss.n_scores() * rows.n), hessian(gradient.size());
  for (std::size_t at = 0; at < rows.n; at += kBlock)
    loss.derive(rows, at, std::min(at + kBlock, rows.n), gradient.data(), hessian.data());
  return nb::make_tuple(to_numpy(std::move(gradient), {loss.n_scores(), rows.n}),
                        to_numpy(std::move(hessian), {loss.n_scores(), rows.n}));
}

nb::object derivatives(Loss& loss, const Vector& y, const Matrix& scores,
                       const std::optional<Vector>& weight, bool single) {
  const LossRows rows = rows_of(loss, y, &scores, weight);
  loss.start_round(rows);
  return single ? derive<float>(loss, rows) : derive<double>(loss, rows);
}

double leaf_step(Loss& loss, const Vector& y, const Matrix& scores,
                 const std::optional<Vector>& weight, const Members& members, std::size_t k) {
  const LossRows rows = rows_of(loss, y, &scores, weight);
  const Row* end = members.data() + members.shape(0);
  require(k < loss.n_scores(), "k must be below n_scores");
  require(std::all_of(members.data(), end, [&](Row row) { return row < rows.n; }),
          "members must be rows of y");
  loss.start_round(rows);
  return loss.leaf_step(rows, members.data(), members.shape(0), k);
}

nb::object predict(const Loss& loss, const Matrix& scores) {
  require(scores.shape(0) == loss.n_scores(), "scores must be n_scores x rows");
  const std::size_t n = scores.shape(1);
  std::vector<double> out(n * loss.n_outputs());
  run_released([&] { loss.predict(scores.data(), n, out.data()); });
  return to_numpy(std::move(out), {n, loss.n_outputs()});
}

}  // namespace

void bind_loss(nb::module_& m) {
  nb::class_<Loss>(m, "Loss")
      .def(nb::new_(&make_loss), nb::arg("name"), nb::arg("n_classes") = 0,
           nb::arg("parameter") = 0.0)
      .def_prop_ro("n_scores", &Loss::n_scores)
      .def_prop_ro("unit_hessian", &Loss::unit_hessian)
      .def_prop_ro("renews_leaves", &Loss::needs_leaf_update)
      .def("initial", &initial, nb::arg("y"), nb::arg("weight").none())
      .def("value", &value, nb::arg("y"), nb::arg("scores"), nb::arg("weight").none())
      .def("derivatives", &derivatives, nb::arg("y"), nb::arg("scores"),
           nb::arg("weight") = nb::none(), nb::arg("single") = false)
      .def("leaf_step", &leaf_step, nb::arg("y"), nb::arg("scores"), nb::arg("weight").none(),
           nb::arg("members"), nb::arg("k"))
      .def("predict", &predict, nb::arg("scores"));
}

}  // namespace spinney
