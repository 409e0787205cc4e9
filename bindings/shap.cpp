// SHAP values in Python.
#include "explain/shap.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "common.h"
#include "explain/interventional.h"
#include "model/forest.h"

namespace spinney {
namespace {

using PyWeights = std::optional<nb::ndarray<const double, nb::ndim<1>, nb::c_contig>>;

// The background, if there is one.
std::optional<Background> read_background(const PyTable* table, const PyWeights& weight) {
  if (table == nullptr) return std::nullopt;
  if (!weight) return Background{table->table, std::vector<double>(table->table.n_rows, 1.0)};
  return Background{table->table, {weight->data(), weight->data() + weight->size()}};
}

using PyPairs = std::optional<std::vector<PlayerPair>>;

std::vector<const Tree*> read_trees(const std::vector<nb::object>& trees) {
  return tree_pointers(trees, "SHAP values are those of trees");
}

// The SHAP values of a table, to which trees are added.
class ShapSums {
 public:
  ShapSums(const PyTable& table, std::vector<std::uint32_t> player, std::size_t n_players,
           std::size_t n_outputs, int n_threads, bool interactions, PyPairs pairs,
           const PyTable* background, const PyWeights& background_weight)
      : table_(table.table),
        background_(read_background(background, background_weight)),
        n_threads_(std::max(1, n_threads)),
        base_(n_outputs),
        values_(table_.n_rows * n_players * n_outputs) {
    require(n_outputs > 0, "there are no outputs");
    require(player.size() == table_.columns.size(), "every feature needs a player");
    require(!background_ || background_->table.columns.size() == player.size(),
            "the table and the background differ in the number of features");
    for (const auto p : player) require(p < n_players, "a feature has a player that is not there");
    out_ = {std::move(player), n_players, n_outputs, base_.data(), values_.data(), nullptr, {}};
    if (pairs)
      out_.cells = PairCells::of(std::move(*pairs));
    else if (interactions)
      out_.cells = PairCells::all(n_players);
    pairs_.resize(table_.n_rows * out_.cells.size() * n_outputs);
    if (!pairs_.empty()) out_.pairs = pairs_.data();
  }

  void add_trees(const std::vector<nb::object>& trees, std::size_t first) {
    const std::vector<const Tree*> pointers = read_trees(trees);
    Interrupt interrupt = python_interrupt();
    run_released([&] { add(pointers, first, interrupt); });
  }
  // Unpacks a few trees at a time.
  void add_forest(const Forest& forest, std::size_t first, std::size_t last) {
    constexpr std::size_t kTrees = 8;
    require(first <= last && last <= forest.size(), "the forest does not have these trees");
    require(forest.value_width() == out_.n_outputs, "the forest does not fit the outputs");
    Interrupt interrupt = python_interrupt();
    run_released([&] {
      for (std::size_t begin = first; begin < last; begin += kTrees) {
        std::vector<Tree> trees;
        for (std::size_t i = begin; i < std::min(last, begin + kTrees); ++i)
          trees.push_back(forest.tree(i));
        std::vector<const Tree*> pointers;
        for (const Tree& tree : trees) pointers.push_back(&tree);
        add(pointers, begin, interrupt);
      }
    });
  }
  // (base, values, interactions): all pairs as a matrix, or both cells of the pairs that were
  // given; None without interactions. The sums are empty afterwards,
  // and a second call is an error.
  nb::tuple finish() {
    require(!finished_, "finish() was called before: the sums are empty");
    finished_ = true;
    const std::size_t n = table_.n_rows, f = out_.n_players, k = out_.n_outputs,
                      c = out_.cells.size();
    nb::object pairs = nb::none();
    if (out_.pairs != nullptr && out_.cells.dense()) {
      Interrupt interrupt = python_interrupt();
      run_released([&] { finish_interactions(n, n_threads_, interrupt, out_); });
      pairs = to_numpy(std::move(pairs_), {n, f, f, k});
    } else if (out_.pairs != nullptr) {
      pairs = to_numpy(std::move(pairs_), {n, c / 2, 2, k});
    }
    return nb::make_tuple(to_numpy(std::move(base_), {k}), to_numpy(std::move(values_), {n, f, k}),
                          pairs);
  }

 private:
  void add(const std::vector<const Tree*>& trees, std::size_t first, Interrupt& interrupt) {
    require(!finished_, "trees cannot be added after finish()");
    for (const Tree* tree : trees)
      require(tree->n_features == table_.columns.size(),
              "the table and the trees differ in the number of features");
    if (background_)
      add_interventional_values(trees, first, table_, *background_, n_threads_, interrupt, out_);
    else
      add_shap_values(trees, first, table_, n_threads_, interrupt, out_);
  }

  const Table& table_;
  std::optional<Background> background_;
  int n_threads_;
  std::vector<double> base_, values_, pairs_;
  ShapOutput out_;
  bool finished_ = false;
};

std::vector<PlayerPair> pairs_of_trees(const std::vector<nb::object>& trees,
                                       const std::vector<std::uint32_t>& player,
                                       std::size_t n_players) {
  PathPairs pairs(player, n_players);
  for (const Tree* tree : read_trees(trees)) pairs.add(*tree);
  return pairs.pairs();
}

std::vector<PlayerPair> pairs_of_forest(const Forest& forest,
                                        const std::vector<std::uint32_t>& player,
                                        std::size_t n_players) {
  PathPairs pairs(player, n_players);
  for (std::size_t i = 0; i < forest.size(); ++i) pairs.add(forest.tree(i));
  return pairs.pairs();
}

// Packed trees have splits on single features only.
std::size_t max_terms_of_forest(const Forest& forest) {
  std::size_t largest = 0;
  for (std::size_t i = 0; i < forest.size(); ++i)
    if (const Tree* tree = forest.whole(i)) largest = std::max(largest, max_terms(*tree));
  return largest;
}

}  // namespace

void bind_shap(nb::module_& m) {
  m.attr("MAX_SHAP_TERMS") = kMaxInterventionalTerms;
  m.def("max_terms", &max_terms, nb::arg("tree"));
  m.def("max_terms", &max_terms_of_forest, nb::arg("forest"));
  m.def("interaction_pairs", &pairs_of_trees, nb::arg("trees"), nb::arg("player"),
        nb::arg("n_players"));
  m.def("interaction_pairs", &pairs_of_forest, nb::arg("forest"), nb::arg("player"),
        nb::arg("n_players"));
  nb::class_<ShapSums>(m, "ShapSums")
      .def(nb::init<const PyTable&, std::vector<std::uint32_t>, std::size_t, std::size_t, int, bool,
                    PyPairs, const PyTable*, const PyWeights&>(),
           nb::arg("table"), nb::arg("player"), nb::arg("n_players"), nb::arg("n_outputs"),
           nb::arg("n_threads") = 1, nb::arg("interactions") = false, nb::arg("pairs") = nb::none(),
           nb::arg("background") = nb::none(), nb::arg("background_weight") = nb::none(),
           nb::keep_alive<1, 2>(), nb::keep_alive<1, 9>())
      .def("add", &ShapSums::add_trees, nb::arg("trees"), nb::arg("first") = 0)
      .def("add", &ShapSums::add_forest, nb::arg("forest"), nb::arg("first"), nb::arg("last"))
      .def("finish", &ShapSums::finish);
}

}  // namespace spinney
