// Python bindings of the losses and their descriptions.
#include "loss/loss.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>

#include "base/error.h"
#include "common.h"
#include "loss/loss_info.h"

namespace spinney {
namespace {

using Vector = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Members = nb::ndarray<const Row, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::size_t n_rows(const Loss& loss, const Vector& y) {
  require(y.shape(0) % loss.n_targets() == 0, "y must have an entry per target and row");
  return y.shape(0) / loss.n_targets();
}

LossRows rows_of(const Loss& loss, const Vector& y, const Matrix* scores,
                 const std::optional<Vector>& weight) {
  const std::size_t n = n_rows(loss, y);
  require(!weight || weight->shape(0) == n, "weight must have an entry per row of y");
  require(!scores || (scores->shape(0) == loss.n_scores() && scores->shape(1) == n),
          "scores must be n_scores x rows of y");
  if (loss.info().task() == Task::classification) loss.check_targets(y.data(), n);
  return {y.data(), scores ? scores->data() : nullptr, weight ? weight->data() : nullptr, n};
}

nb::object initial(const Loss& loss, const Vector& y, const std::optional<Vector>& weight) {
  std::vector<double> out(loss.n_scores());
  loss.initial(rows_of(loss, y, nullptr, weight), out.data());
  return to_numpy(std::move(out), {loss.n_scores()});
}

double value(const Loss& loss, const Vector& y, const Matrix& scores,
             const std::optional<Vector>& weight, int n_threads) {
  const LossRows rows = rows_of(loss, y, &scores, weight);
  return run_released([&] { return loss.value(rows, n_threads); });
}

// Derivatives of all rows, computed in blocks as in training.
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
  loss.start_round(rows, {});
  return single ? derive<float>(loss, rows) : derive<double>(loss, rows);
}

double leaf_step(Loss& loss, const Vector& y, const Matrix& scores,
                 const std::optional<Vector>& weight, const Members& members, std::size_t k) {
  const LossRows rows = rows_of(loss, y, &scores, weight);
  const Row* end = members.data() + members.shape(0);
  require(k < loss.n_scores(), "k must be below n_scores");
  require(std::all_of(members.data(), end, [&](Row row) { return row < rows.n; }),
          "members must be rows of y");
  loss.start_round(rows, {});
  return loss.leaf_step(rows, members.data(), members.shape(0), k);
}

nb::object predict(const Loss& loss, const Matrix& scores) {
  require(scores.shape(0) == loss.n_scores(), "scores must be n_scores x rows");
  const std::size_t n = scores.shape(1);
  std::vector<double> out(n * loss.n_outputs());
  run_released([&] { loss.predict(scores.data(), n, out.data()); });
  return to_numpy(std::move(out), {n, loss.n_outputs()});
}

void bind_info(nb::module_& m) {
  nb::enum_<Link>(m, "Link")
      .value("identity", Link::identity)
      .value("log", Link::log)
      .value("logit", Link::logit)
      .value("half_logit", Link::half_logit)
      .value("softmax", Link::softmax);
  nb::enum_<Task>(m, "Task")
      .value("classification", Task::classification)
      .value("regression", Task::regression);
  nb::enum_<TargetDomain>(m, "TargetDomain")
      .value("real", TargetDomain::real)
      .value("non_negative", TargetDomain::non_negative)
      .value("positive", TargetDomain::positive)
      .value("two_classes", TargetDomain::two_classes)
      .value("classes", TargetDomain::classes);
  nb::class_<LossParameter>(m, "LossParameter")
      .def_prop_ro("name", [](const LossParameter& p) { return std::string(p.name); })
      .def_ro("default", &LossParameter::default_value)
      .def_ro("lower", &LossParameter::lower)
      .def_ro("upper", &LossParameter::upper);
  const auto text = [](auto member) {
    return [member](const LossInfo& info) { return std::string(std::string_view(info.*member)); };
  };
  nb::class_<LossInfo>(m, "LossInfo")
      .def_prop_ro("name", text(&LossInfo::name))
      .def_prop_ro("description", text(&LossInfo::description))
      .def_prop_ro("metric", text(&LossInfo::metric))
      .def_prop_ro("task", &LossInfo::task)
      .def_prop_ro("link", [](const LossInfo& info) -> Link { return info.link; })
      .def_prop_ro("domain", [](const LossInfo& info) -> TargetDomain { return info.domain; })
      .def_prop_ro("parameter",
                   [](const LossInfo& info) {
                     const LossParameter& parameter = info.parameter;
                     return parameter.name.empty() ? std::nullopt : std::optional(parameter);
                   })
      .def_prop_ro("aliases", [](const LossInfo& info) {
        return std::vector<std::string>(info.aliases.begin(), info.aliases.end());
      });
  m.def("losses", &all_losses, nb::rv_policy::reference);
}

}  // namespace

void bind_loss(nb::module_& m) {
  bind_info(m);
  nb::class_<Loss>(m, "Loss")
      .def(nb::new_(&make_loss), nb::arg("name"), nb::arg("n_classes") = 0,
           nb::arg("parameter") = nb::none(), nb::arg("n_targets") = 1)
      .def_prop_ro("info", &Loss::info, nb::rv_policy::reference)
      .def_prop_ro("link", &Loss::link)
      .def_prop_ro("n_scores", &Loss::n_scores)
      .def_prop_ro("unit_hessian", &Loss::unit_hessian)
      .def_prop_ro("needs_leaf_update", &Loss::needs_leaf_update)
      .def(
          "check_targets",
          [](const Loss& loss, const Vector& y) { loss.check_targets(y.data(), n_rows(loss, y)); },
          nb::arg("y"))
      .def("initial", &initial, nb::arg("y"), nb::arg("weight").none())
      .def("value", &value, nb::arg("y"), nb::arg("scores"), nb::arg("weight").none(),
           nb::arg("n_threads") = 1)
      .def("derivatives", &derivatives, nb::arg("y"), nb::arg("scores"),
           nb::arg("weight") = nb::none(), nb::arg("single") = false)
      .def("leaf_step", &leaf_step, nb::arg("y"), nb::arg("scores"), nb::arg("weight").none(),
           nb::arg("members"), nb::arg("k"))
      .def("predict", &predict, nb::arg("scores"));
}

}  // namespace spinney
