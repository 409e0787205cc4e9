// Similarities of rows in Python.
#include "explain/similarity.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>

#include "base/error.h"
#include "targets.h"
#include "train/bags.h"

namespace spinney {
namespace {

using Leaves = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

LeafWeights weights_of(const std::string& kind) {
  if (kind == "original") return LeafWeights::all_rows;
  if (kind == "oob") return LeafWeights::out_of_bag;
  require(kind == "gap", "kind must be original, oob or gap");
  return LeafWeights::share_of_leaf;
}

const double* data_of(const std::optional<Weight>& values, std::size_t n, const char* message) {
  if (!values) return nullptr;
  require(values->size() == n, message);
  return values->data();
}

RowLeaves leaves_of(const Leaves& leaves) {
  return {leaves.data(), leaves.shape(0), leaves.shape(1)};
}

void check_leaves(const RowLeaves& leaves) {
  const std::int32_t* end = leaves.nodes + leaves.n_rows * leaves.n_trees;
  require(std::all_of(leaves.nodes, end, [](std::int32_t node) { return node >= 0; }),
          "leaves must not be negative");
}

// The leaves and weights that a similarity refers to are kept alive.
struct PySimilarity {
  std::vector<nb::object> owners;
  std::size_t n_rows;
  Similarity similarity;
};

void construct(PySimilarity* self, const Leaves& leaves, const std::optional<Leaves>& others,
               const std::string& kind, const Bags* bags, const std::optional<Weight>& row_weight,
               const std::optional<Weight>& tree_weight, int n_threads) {
  const RowLeaves rows = leaves_of(leaves), other_rows = others ? leaves_of(*others) : rows;
  require(rows.n_trees == other_rows.n_trees, "the leaves differ in the number of trees");
  require(!bags || bags->n_rows() == other_rows.n_rows, "the bags and the leaves differ in rows");
  check_leaves(rows);
  check_leaves(other_rows);
  const SimilarityOptions options{
      weights_of(kind),
      data_of(tree_weight, rows.n_trees, "tree_weight must have a value per tree"),
      data_of(row_weight, other_rows.n_rows, "row_weight must have a value per row"), !others};
  std::vector<nb::object> owners{nb::cast(leaves)};
  if (tree_weight) owners.push_back(nb::cast(*tree_weight));
  Interrupt interrupt = python_interrupt();
  const BagCounts counts = [&](std::size_t tree) {
    return bags ? bags->counts(tree, interrupt) : std::vector<std::uint32_t>(other_rows.n_rows, 1);
  };
  Similarity found = run_released([&] {
    return Similarity(rows, other_rows, counts, options, std::max(1, n_threads), interrupt);
  });
  new (self) PySimilarity{std::move(owners), rows.n_rows, std::move(found)};
}

nb::object rows_of(const PySimilarity& self, std::size_t first, std::optional<std::size_t> last,
                   std::size_t top, bool skip_self, std::size_t max_entries, int n_threads) {
  const SimilarityPart part{first, last.value_or(self.n_rows), top, skip_self, max_entries};
  require(first <= part.last && part.last <= self.n_rows, "there are no such rows");
  Interrupt interrupt = python_interrupt();
  SparseRows found = run_released(
      [&] { return self.similarity.compute(part, std::max(1, n_threads), interrupt); });
  const std::size_t n_entries = found.column.size(), n_starts = found.start.size();
  return nb::make_tuple(to_numpy(std::move(found.value), {n_entries}),
                        to_numpy(std::move(found.column), {n_entries}),
                        to_numpy(std::move(found.start), {n_starts}));
}

}  // namespace

void bind_similarity(nb::module_& m) {
  nb::class_<PySimilarity>(m, "Similarity", "Similarities of rows by the leaves that they share.")
      .def("__init__", &construct, nb::arg("leaves"), nb::arg("others").none(), nb::arg("kind"),
           nb::arg("bags").none() = nb::none(), nb::kw_only(), nb::arg("row_weight") = nb::none(),
           nb::arg("tree_weight") = nb::none(), nb::arg("n_threads") = 1)
      .def("rows", &rows_of, nb::arg("first") = 0, nb::arg("last") = nb::none(), nb::arg("top") = 0,
           nb::arg("skip_self") = false, nb::arg("max_entries") = std::size_t{1} << 27,
           nb::arg("n_threads") = 1);
}

}  // namespace spinney
