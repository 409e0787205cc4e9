// Gradient boosting in Python.
#include "train/booster.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "base/error.h"
#include "common.h"

namespace spinney {
namespace {

using Vector = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// A booster, and the Python objects that own its data.
struct PyBooster {
  std::vector<nb::object> owners;
  std::unique_ptr<Booster> booster;
};

const double* pointer(const std::optional<Vector>& v, std::size_t n) {
  if (!v) return nullptr;
  require(v->shape(0) == n, "y and weight must have an entry per row of the table");
  return v->data();
}

void check_classes(const Loss* loss, const double* y, std::size_t n) {
  if (!loss || loss->info().task() != Task::classification) return;
  const auto n_classes = static_cast<double>(loss->n_outputs());
  require(std::all_of(y, y + n, [&](double c) { return c >= 0 && c < n_classes; }),
          "a class index of y is out of range");
}

void check_features(const BoostingOptions& o, std::size_t n_features) {
  o.check_routes(n_features);
  require_per_feature(o.monotonic, n_features, "monotonic");
  for (const auto& set : o.interactions)
    require(std::all_of(set.begin(), set.end(), [&](auto f) { return f < n_features; }),
            "interactions must hold feature indices");
}

void init(PyBooster* self, nb::handle table, const std::optional<Vector>& y,
          const std::optional<Vector>& weight, nb::handle loss, const Matrix& scores,
          const BoostingOptions& options, const std::optional<Rows>& rows) {
  const auto& py_table = nb::cast<const PyTable&>(table);
  const Table& t = py_table.table;
  Loss* core_loss = loss.is_none() ? nullptr : nb::cast<Loss*>(loss);
  const double* y_data = pointer(y, t.n_rows * (core_loss ? core_loss->n_targets() : 1));
  const double* weight_data = pointer(weight, t.n_rows);
  require(!core_loss || y_data, "a loss needs y");
  check_classes(core_loss, y_data, t.n_rows);
  require(scores.shape(1) == t.n_rows && scores.shape(0) > 0, "scores must be n_scores x rows");
  check_features(options, t.columns.size());
  auto booster = run_released([&] {
    return std::make_unique<Booster>(
        t, y_data, weight_data, core_loss,
        std::vector<double>(scores.data(), scores.data() + scores.size()), options, signal_pending,
        rows ? std::vector<Row>(rows->data(), rows->data() + rows->size()) : std::vector<Row>{},
        py_table.encodings.get());
  });
  std::vector<nb::object> owners{nb::borrow(table), nb::borrow(loss)};
  if (y) owners.push_back(nb::cast(*y));
  if (weight) owners.push_back(nb::cast(*weight));
  new (self) PyBooster{std::move(owners), std::move(booster)};
}

void check_derivatives(const Booster& b, const std::optional<Matrix>& gradient,
                       const std::optional<Matrix>& hessian) {
  for (const auto* d : {&gradient, &hessian})
    require(!*d || ((*d)->shape(0) == b.n_scores() && (*d)->shape(1) == b.n_rows()),
            "gradient and hessian must be n_scores x rows");
}

std::vector<Tree> step(PyBooster& self, std::uint64_t round, double rate,
                       const std::optional<Matrix>& gradient,
                       const std::optional<Matrix>& hessian) {
  Booster& b = *self.booster;
  check_derivatives(b, gradient, hessian);
  return run_released([&] {
    return b.step(round, rate, gradient ? gradient->data() : nullptr,
                  hessian ? hessian->data() : nullptr);
  });
}

std::vector<Tree> refit(PyBooster& self, const std::vector<nb::object>& trees, std::uint64_t round,
                        double rate, const std::optional<Matrix>& gradient,
                        const std::optional<Matrix>& hessian) {
  Booster& b = *self.booster;
  check_derivatives(b, gradient, hessian);
  std::vector<Tree> copies;
  for (const Tree* tree : tree_pointers(trees, "trees must be a list of trees"))
    copies.push_back(*tree);
  return run_released([&] {
    return b.refit(std::move(copies), round, rate, gradient ? gradient->data() : nullptr,
                   hessian ? hessian->data() : nullptr);
  });
}

PyBooster on_rows(nb::handle self, const Rows& rows, nb::handle loss, const Matrix& scores,
                  const BoostingOptions& options) {
  const Booster& other = *nb::cast<PyBooster&>(self).booster;
  Loss* core_loss = loss.is_none() ? nullptr : nb::cast<Loss*>(loss);
  require(scores.shape(0) == other.n_scores() && scores.shape(1) == other.n_rows(),
          "scores must be n_scores x rows");
  auto booster = run_released([&] {
    return std::make_unique<Booster>(
        other, core_loss, std::vector<double>(scores.data(), scores.data() + scores.size()),
        options, std::vector<Row>(rows.data(), rows.data() + rows.size()));
  });
  return {{nb::borrow(self), nb::borrow(loss)}, std::move(booster)};
}

std::vector<const double*> pointers(const std::optional<std::vector<Matrix>>& matrices,
                                    const std::vector<Booster*>& boosters) {
  std::vector<const double*> found;
  if (!matrices) return found;
  require(matrices->size() == boosters.size(), "derivatives need an entry per booster");
  for (const Matrix& m : *matrices) {
    const Booster& b = *boosters[found.size()];
    require(m.shape(0) == b.n_scores() && m.shape(1) == b.n_rows(),
            "gradient and hessian must be n_scores x rows");
    found.push_back(m.data());
  }
  return found;
}

std::vector<Tree> step_together(const std::vector<nb::object>& boosters, std::uint64_t round,
                                double rate, int n_threads,
                                const std::optional<std::vector<Matrix>>& gradient,
                                const std::optional<std::vector<Matrix>>& hessian) {
  std::vector<Booster*> all;
  for (const nb::object& one : boosters) all.push_back(nb::cast<PyBooster&>(one).booster.get());
  const auto gradients = pointers(gradient, all), hessians = pointers(hessian, all);
  return run_released([&] { return step_all(all, round, rate, gradients, hessians, n_threads); });
}

nb::object scores(nb::handle self) {
  Booster& b = *nb::cast<PyBooster&>(self).booster;
  const std::size_t shape[] = {b.n_scores(), b.n_rows()};
  return nb::cast(nb::ndarray<nb::numpy, double>(b.scores().data(), 2, shape, self),
                  nb::rv_policy::reference);
}

nb::dict timings(const PyBooster& self) {
  const BoostTimings c = self.booster->timings();
  nb::dict d;
  d["encode"] = self.booster->encode_seconds();
  d["gradients"] = c.gradients;
  d["histogram"] = c.histogram;
  d["scan"] = c.scan;
  d["partition"] = c.partition;
  d["leaves"] = c.leaves;
  return d;
}

}  // namespace

void bind_booster(nb::module_& m) {
  nb::class_<PyBooster>(m, "Booster")
      .def("__init__", &init, nb::arg("table"), nb::arg("y").none(), nb::arg("weight").none(),
           nb::arg("loss").none(), nb::arg("scores"), nb::arg("options"),
           nb::arg("rows") = nb::none())
      .def("step", &step, nb::arg("round"), nb::arg("learning_rate"),
           nb::arg("gradient") = nb::none(), nb::arg("hessian") = nb::none())
      .def("refit", &refit, nb::arg("trees"), nb::arg("round"), nb::arg("learning_rate"),
           nb::arg("gradient") = nb::none(), nb::arg("hessian") = nb::none())
      .def("on_rows", &on_rows, nb::arg("rows"), nb::arg("loss").none(), nb::arg("scores"),
           nb::arg("options"))
      .def_prop_ro("scores", [](nb::handle self) { return scores(self); })
      .def(
          "drawn_rows",
          [](const PyBooster& self, std::uint64_t round) {
            std::vector<Row> rows = self.booster->draw_rows(round);
            const std::size_t n = rows.size();
            return to_numpy(std::move(rows), {n});
          },
          nb::arg("round"))
      .def_prop_ro("clock", &timings)
      .def_prop_ro("cells", [](const PyBooster& self) { return self.booster->timings().cells; });
  m.def(
      "can_bin",
      [](nb::handle table, const BoostingOptions& options) {
        Interrupt interrupt = python_interrupt();
        return can_bin(nb::cast<const PyTable&>(table).table, options, interrupt);
      },
      nb::arg("table"), nb::arg("options"));
  m.def("step_all", &step_together, nb::arg("boosters"), nb::arg("round"), nb::arg("learning_rate"),
        nb::arg("n_threads"), nb::arg("gradient") = nb::none(), nb::arg("hessian") = nb::none());
}

}  // namespace spinney
