// SHAP values in Python.
#include "explain/shap.h"

#include <nanobind/stl/optional.h>
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

// The results for a table, filled by trees.
class ShapArrays {
 public:
  ShapArrays(const Table& table, std::optional<Background> background,
             std::vector<std::uint32_t> player, std::size_t n_players, std::size_t n_outputs,
             bool interactions, int n_threads)
      : table_(table),
        background_(std::move(background)),
        n_threads_(std::max(1, n_threads)),
        player_(std::move(player)),
        n_players_(n_players) {
    require(player_.size() == table.columns.size(), "every feature needs a player");
    require(!background_ || background_->table.columns.size() == player_.size(),
            "the table and the background differ in the number of features");
    for (const auto p : player_) require(p < n_players, "a feature has a player that is not there");
    base_.resize(n_outputs);
    values_.resize(table.n_rows * n_players_ * n_outputs);
    pairs_.resize(interactions ? values_.size() * n_players_ : 0);
  }

  void add(const std::vector<const Tree*>& trees, std::size_t first, Interrupt& interrupt) {
    for (const Tree* tree : trees)
      require(tree->n_features == table_.columns.size(),
              "the table and the trees differ in the number of features");
    if (background_)
      add_interventional_values(trees, first, table_, *background_, n_threads_, interrupt,
                                output());
    else
      add_shap_values(trees, first, table_, n_threads_, interrupt, output());
  }
  void finish(Interrupt& interrupt) {
    if (!pairs_.empty()) finish_interactions(table_.n_rows, n_threads_, interrupt, output());
  }
  // (base, values, interactions or None)
  nb::tuple to_python() && {
    const std::size_t n = table_.n_rows, f = n_players_, k = base_.size();
    const bool interactions = !pairs_.empty();
    nb::object pairs = interactions ? to_numpy(std::move(pairs_), {n, f, f, k}) : nb::none();
    return nb::make_tuple(to_numpy(std::move(base_), {k}), to_numpy(std::move(values_), {n, f, k}),
                          pairs);
  }

 private:
  ShapOutput output() {
    return {player_,      n_players_,     base_.size(),
            base_.data(), values_.data(), pairs_.empty() ? nullptr : pairs_.data()};
  }

  const Table& table_;
  std::optional<Background> background_;
  int n_threads_;
  std::vector<std::uint32_t> player_;
  std::size_t n_players_;
  std::vector<double> base_, values_, pairs_;
};

nb::tuple of_trees(const std::vector<nb::object>& trees, const PyTable& t, std::size_t n_outputs,
                   std::vector<std::uint32_t> player, std::size_t n_players, bool interactions,
                   int n_threads, const PyTable* background, const PyWeights& background_weight) {
  std::vector<const Tree*> pointers;
  for (const nb::object& tree : trees) {
    if (!nb::isinstance<Tree>(tree)) throw nb::type_error("SHAP values are those of trees");
    pointers.push_back(&nb::cast<const Tree&>(tree));
  }
  require(n_outputs > 0, "there are no outputs");
  ShapArrays arrays(t.table, read_background(background, background_weight), std::move(player),
                    n_players, n_outputs, interactions, n_threads);
  Interrupt interrupt = python_interrupt();
  run_released([&] {
    arrays.add(pointers, 0, interrupt);
    arrays.finish(interrupt);
  });
  return std::move(arrays).to_python();
}

// Unpacks a few trees at a time.
nb::tuple of_forest(const Forest& forest, const PyTable& t, std::vector<std::uint32_t> player,
                    std::size_t n_players, bool interactions, int n_threads,
                    const PyTable* background, const PyWeights& background_weight) {
  constexpr std::size_t kTrees = 8;
  ShapArrays arrays(t.table, read_background(background, background_weight), std::move(player),
                    n_players, forest.value_width(), interactions, n_threads);
  Interrupt interrupt = python_interrupt();
  run_released([&] {
    for (std::size_t first = 0; first < forest.size(); first += kTrees) {
      std::vector<Tree> trees;
      for (std::size_t i = first; i < std::min(forest.size(), first + kTrees); ++i)
        trees.push_back(forest.tree(i));
      std::vector<const Tree*> pointers;
      for (const Tree& tree : trees) pointers.push_back(&tree);
      arrays.add(pointers, first, interrupt);
    }
    arrays.finish(interrupt);
  });
  return std::move(arrays).to_python();
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
  m.def("shap_values", &of_trees, nb::arg("trees"), nb::arg("table"), nb::arg("n_outputs"),
        nb::arg("player"), nb::arg("n_players"), nb::arg("interactions") = false,
        nb::arg("n_threads") = 1, nb::arg("background") = nb::none(),
        nb::arg("background_weight") = nb::none());
  m.def("shap_values", &of_forest, nb::arg("forest"), nb::arg("table"), nb::arg("player"),
        nb::arg("n_players"), nb::arg("interactions") = false, nb::arg("n_threads") = 1,
        nb::arg("background") = nb::none(), nb::arg("background_weight") = nb::none());
}

}  // namespace spinney
