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

// A booster, and the objects that keep its data alive.
struct PyBooster {
  std::vector<nb::object> owners;
  std::unique_ptr<Booster> booster;
};

Growth growth_from_name(const std::string& name) {
  if (name == "leaf") return Growth::leaf;
  if (name == "level") return Growth::level;
  if (name == "symmetric") return Growth::symmetric;
  throw InvalidArgument("unknown growth '" + name + "'");
}

const double* pointer(const std::optional<Vector>& v, std::size_t n) {
  if (!v) return nullptr;
  require(v->shape(0) == n, "y and weight must have an entry per row of the table");
  return v->data();
}

void check_classes(const Loss* loss, const double* y, std::size_t n) {
  if (!loss || loss->n_outputs() < 2) return;
  const auto n_classes = static_cast<double>(loss->n_outputs());
  require(std::all_of(y, y + n, [&](double c) { return c >= 0 && c < n_classes; }),
          "a class index of y is out of range");
}

void check_features(const BoosterOptions& o, std::size_t n_features) {
  require(o.tree.monotone.empty() || o.tree.monotone.size() == n_features,
          "monotonic must have an entry per feature");
  for (const auto& set : o.tree.features.interactions)
    require(std::all_of(set.begin(), set.end(), [&](auto f) { return f < n_features; }),
            "interactions must hold feature indices");
}

void make(PyBooster* self, nb::handle table, const std::optional<Vector>& y,
          const std::optional<Vector>& weight, nb::handle loss, const Matrix& scores,
          BoosterOptions options) {
  const Table& t = nb::cast<const PyTable&>(table).table;
  Loss* core_loss = loss.is_none() ? nullptr : nb::cast<Loss*>(loss);
  const double* y_data = pointer(y, t.n_rows);
  const double* weight_data = pointer(weight, t.n_rows);
  require(!core_loss || y_data, "a loss needs y");
  check_classes(core_loss, y_data, t.n_rows);
  require(scores.shape(1) == t.n_rows && scores.shape(0) > 0, "scores must be n_scores x rows");
  check_features(options, t.columns.size());
  auto booster = run_released([&] {
    return std::make_unique<Booster>(
        t, y_data, weight_data, core_loss,
        std::vector<double>(scores.data(), scores.data() + scores.size()), std::move(options),
        signal_pending);
  });
  std::vector<nb::object> owners{nb::borrow(table), nb::borrow(loss)};
  if (y) owners.push_back(nb::cast(*y));
  if (weight) owners.push_back(nb::cast(*weight));
  new (self) PyBooster{std::move(owners), std::move(booster)};
}

void init(PyBooster* self, nb::handle table, const std::optional<Vector>& y,
          const std::optional<Vector>& weight, nb::handle loss, const Matrix& scores,
          std::uint32_t max_bins, bool quantize, bool classic, const std::string& growth,
          std::size_t max_leaf_nodes, int max_depth, std::size_t min_samples_split,
          std::size_t min_samples_leaf, double min_child_weight, double reg_lambda,
          double reg_alpha, double gamma, double max_delta_step, double subsample,
          double colsample_bytree, double colsample_bylevel, double colsample_bynode,
          const std::optional<std::vector<signed char>>& monotonic,
          const std::optional<std::vector<std::vector<std::uint32_t>>>& interactions,
          double cat_smooth, double cat_l2, double min_samples_level, std::size_t max_onehot,
          const std::optional<std::vector<std::uint8_t>>& missing,
          const std::optional<std::vector<std::uint8_t>>& unknown, std::size_t max_surrogates,
          std::uint64_t seed, int n_threads) {
  const std::size_t n_features = nb::cast<const PyTable&>(table).table.columns.size();
  BoosterOptions o;
  o.max_bins = max_bins;
  o.quantize = quantize;
  o.classic = classic;
  o.subsample = subsample;
  o.missing_route = routes(missing, n_features);
  o.unknown_route = routes(unknown, n_features);
  o.max_surrogates = max_surrogates;
  o.seed = seed;
  o.n_threads = std::max(1, n_threads);
  BoostOptions& t = o.tree;
  t.penalty = {reg_lambda, reg_alpha, max_delta_step};
  t.min_child_weight = min_child_weight;
  t.gamma = gamma;
  t.min_samples_split = min_samples_split;
  t.min_samples_leaf = min_samples_leaf;
  t.growth = growth_from_name(growth);
  t.max_leaf_nodes = max_leaf_nodes;
  t.max_depth = max_depth;
  t.features = {colsample_bytree, colsample_bylevel, colsample_bynode, {}};
  if (interactions) t.features.interactions = *interactions;
  if (monotonic) t.monotone = *monotonic;
  t.cat_smooth = cat_smooth;
  t.cat_l2 = cat_l2;
  t.min_samples_level = min_samples_level;
  t.max_onehot = max_onehot;
  make(self, table, y, weight, loss, scores, std::move(o));
}

std::vector<Tree> step(PyBooster& self, std::uint64_t round, double rate,
                       const std::optional<Matrix>& gradient,
                       const std::optional<Matrix>& hessian) {
  Booster& b = *self.booster;
  for (const auto* d : {&gradient, &hessian})
    require(!*d || ((*d)->shape(0) == b.n_scores() && (*d)->shape(1) == b.n_rows()),
            "gradient and hessian must be n_scores x rows");
  return run_released([&] {
    return b.step(round, rate, gradient ? gradient->data() : nullptr,
                  hessian ? hessian->data() : nullptr);
  });
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
           nb::arg("loss").none(), nb::arg("scores"), nb::kw_only(), nb::arg("max_bins") = 255,
           nb::arg("quantize") = true, nb::arg("classic") = false, nb::arg("growth") = "leaf",
           nb::arg("max_leaf_nodes") = 31, nb::arg("max_depth") = 0,
           nb::arg("min_samples_split") = 2, nb::arg("min_samples_leaf") = 20,
           nb::arg("min_child_weight") = 1e-3, nb::arg("reg_lambda") = 1.0,
           nb::arg("reg_alpha") = 0.0, nb::arg("gamma") = 0.0, nb::arg("max_delta_step") = 0.0,
           nb::arg("subsample") = 1.0, nb::arg("colsample_bytree") = 1.0,
           nb::arg("colsample_bylevel") = 1.0, nb::arg("colsample_bynode") = 1.0,
           nb::arg("monotonic") = nb::none(), nb::arg("interactions") = nb::none(),
           nb::arg("cat_smooth") = 10.0, nb::arg("cat_l2") = 10.0,
           nb::arg("min_samples_level") = 10.0, nb::arg("max_onehot") = 4,
           nb::arg("missing") = nb::none(), nb::arg("unknown") = nb::none(),
           nb::arg("max_surrogates") = 0, nb::arg("seed") = 0, nb::arg("n_threads") = 1)
      .def("step", &step, nb::arg("round"), nb::arg("learning_rate"),
           nb::arg("gradient") = nb::none(), nb::arg("hessian") = nb::none())
      .def_prop_ro("scores", [](nb::handle self) { return scores(self); })
      .def_prop_ro("clock", &timings)
      .def_prop_ro("cells", [](const PyBooster& self) { return self.booster->timings().cells; });
}

}  // namespace spinney
