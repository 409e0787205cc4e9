#include "predict/ensemble.h"

#include "base/error.h"
#include "predict/interpreter.h"

namespace spinney {

Ensemble::Ensemble(std::vector<const Tree*> trees, std::size_t n_scores)
    : trees_(std::move(trees)), n_scores_(n_scores) {
  require(n_scores > 0, "an ensemble has at least one score");
  for (const Tree* tree : trees_) {
    require(tree->value_width() == 1, "trees of an ensemble have one value per node");
    require(tree->n_features == trees_[0]->n_features, "the trees of the ensemble differ in the number of features");
  }
}

void Ensemble::add(const Table& table, std::size_t first, std::size_t last, int n_threads, Interrupt& interrupt,
                   double* scores) const {
  std::vector<double> values(table.n_rows);
  for (std::size_t i = first; i < last; ++i) {
    predict_values(*trees_[i], table, n_threads, interrupt, values.data());
    double* to = scores + i % n_scores_ * table.n_rows;
    for (std::size_t row = 0; row < table.n_rows; ++row) to[row] += values[row];
  }
}

void Ensemble::apply(const Table& table, std::size_t first, std::size_t last, int n_threads, Interrupt& interrupt,
                     std::int32_t* nodes) const {
  for (std::size_t i = first; i < last; ++i) {
    const auto leaves = find_leaves(*trees_[i], table, n_threads, interrupt);
    for (std::size_t row = 0; row < table.n_rows; ++row)
      nodes[row * (last - first) + i - first] = static_cast<std::int32_t>(leaves[row]);
  }
}

}  // namespace spinney
