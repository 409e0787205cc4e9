// Prediction of single rows, given as Python objects.
#include "predict/row_predictor.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "base/error.h"
#include "base/small_array.h"
#include "common.h"
#include "loss/link.h"
#include "predict/forest_pack.h"
#include "row_reader.h"

namespace spinney {
namespace {

// The index of the largest number, the first of ties; NaN counts as the largest, as in numpy.
std::size_t largest(const double* values, std::size_t n) {
  std::size_t best = 0;
  for (std::size_t j = 0; j < n; ++j) {
    if (values[j] != values[j]) return j;
    if (values[j] > values[best]) best = j;
  }
  return best;
}

// Sums of trees from `start` on, and the inverse link of a loss; or an aggregate of a forest.
class PyRowPredictor {
 public:
  PyRowPredictor(Forest forest, std::vector<LeafTerms> terms, RowReader reader,
                 std::optional<Aggregate> aggregate, std::vector<double> start,
                 std::optional<Link> link)
      : predictor_(std::move(forest), reader.levels(), std::move(terms)),
        reader_(std::move(reader)),
        aggregate_(aggregate),
        start_(std::move(start)),
        link_(link) {
    n_outputs_ = aggregate_       ? predictor_.value_width()
                 : start_.empty() ? predictor_.value_width() * predictor_.n_trees()
                 : !link_         ? start_.size()
                                  : n_outputs(*link_, start_.size());
    empty_ = nb::module_::import_("numpy").attr("empty");
  }

  // The methods return None if the row is not plain: Python then reads it.
  nb::object values(nb::handle row) const {
    return predict(
        row, n_outputs_, [&](const double* cells, double* out) { outputs(cells, out); },
        [&](const double* out) { return array(out, n_outputs_); });
  }
  nb::object number(nb::handle row) const {
    return predict(
        row, n_outputs_, [&](const double* cells, double* out) { outputs(cells, out); },
        [](const double* out) { return nb::float_(*out); });
  }
  nb::object scores(nb::handle row) const {
    return predict(
        row, start_.size(), [&](const double* cells, double* out) { sums(cells, out); },
        [&](const double* out) -> nb::object {
          if (start_.size() == 1) return nb::float_(*out);
          return array(out, start_.size());
        });
  }
  // The index of the class of the largest score or probability.
  nb::object best(nb::handle row) const {
    const std::size_t n = start_.empty() ? n_outputs_ : start_.size();
    return predict(
        row, n,
        [&](const double* cells, double* out) {
          if (start_.empty()) return outputs(cells, out);
          sums(cells, out);
        },
        [&](const double* out) {
          const bool one_score = start_.size() == 1;
          return nb::int_(one_score ? std::size_t{out[0] > 0} : largest(out, n));
        });
  }

 private:
  template <class Compute, class Result>
  nb::object predict(nb::handle row, std::size_t n, Compute&& compute, Result&& result) const {
    SmallArray cells(predictor_.n_features()), out(n);
    if (!reader_.read(row.ptr(), cells.data())) return nb::none();
    compute(cells.data(), out.data());
    return result(out.data());
  }

  void sums(const double* cells, double* out) const {
    std::copy(start_.begin(), start_.end(), out);
    predictor_.add(cells, out, start_.size());
  }

  void outputs(const double* cells, double* out) const {
    if (aggregate_) return predictor_.aggregate(cells, *aggregate_, out);
    if (start_.empty()) return predictor_.tree_values(cells, out);
    if (!link_) return sums(cells, out);
    SmallArray scores(start_.size());
    sums(cells, scores.data());
    apply_inverse(*link_, scores.data(), start_.size(), 1, out);
  }

  nb::object array(const double* values, std::size_t n) const {
    nb::object result = empty_(n);
    Buffer buffer(result.ptr(), PyBUF_WRITABLE);
    std::copy_n(values, n, static_cast<double*>(buffer.view.buf));
    return result;
  }

  RowPredictor predictor_;
  RowReader reader_;
  std::optional<Aggregate> aggregate_;
  std::vector<double> start_;
  std::optional<Link> link_;
  std::size_t n_outputs_;
  nb::object empty_;
};

Forest forest_of(nb::handle trees) {
  if (nb::isinstance<Forest>(trees)) return nb::cast<const Forest&>(trees);
  const auto list = nb::cast<std::vector<nb::object>>(trees);
  return pack_for_prediction(tree_pointers(list, "a predictor is made of trees"));
}

// The terms of linear leaves of each tree; empty if no tree has any.
std::vector<LeafTerms> terms_of(nb::handle trees) {
  std::vector<LeafTerms> found;
  if (nb::isinstance<Forest>(trees)) return found;
  const auto list = nb::cast<std::vector<nb::object>>(trees);
  const auto pointers = tree_pointers(list, "a predictor is made of trees");
  if (std::none_of(pointers.begin(), pointers.end(),
                   [](const Tree* tree) { return has_linear_leaves(*tree); }))
    return found;
  for (const Tree* tree : pointers) found.push_back(leaf_terms_of(*tree));
  return found;
}

void construct(PyRowPredictor* self, nb::handle trees, const std::vector<nb::tuple>& features,
               std::optional<nb::tuple> names, const std::optional<std::string>& aggregate,
               std::vector<double> start, std::optional<Link> link) {
  std::optional<Aggregate> how;
  if (aggregate) how = aggregate_from_name(*aggregate);
  new (self) PyRowPredictor(forest_of(trees), terms_of(trees),
                            RowReader(features, std::move(names)), how, std::move(start), link);
}

}  // namespace

void bind_row_predictor(nb::module_& m) {
  nb::class_<PyRowPredictor>(m, "RowPredictor", "Predicts rows given as Python objects, quickly.")
      .def("__init__", &construct, nb::arg("trees"), nb::arg("features"),
           nb::arg("names") = nb::none(), nb::arg("aggregate") = nb::none(),
           nb::arg("start") = std::vector<double>(), nb::arg("link") = nb::none())
      .def("values", &PyRowPredictor::values, nb::arg("row").none())
      .def("number", &PyRowPredictor::number, nb::arg("row").none())
      .def("scores", &PyRowPredictor::scores, nb::arg("row").none())
      .def("best", &PyRowPredictor::best, nb::arg("row").none());
}

}  // namespace spinney
