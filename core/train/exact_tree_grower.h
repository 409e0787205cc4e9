// Trees of boosting by exact search (or more bins than histograms support), with all routes for
// missing values: the grower of single trees on gradients.
#pragma once

#include "data/encodings.h"
#include "data/table.h"
#include "grow/options.h"
#include "train/tree_grower.h"

namespace spinney {

// Shared by all trees.
struct ExactTrainingData {
  ExactTrainingData(const Table& user_table, const double* row_weight, std::uint32_t max_bins,
                    const RouteOptions& how, int n_threads, Encodings* shared,
                    Interrupt& interrupt);

  const Table& table;
  const double* weight;
  RouteOptions routes;
  std::shared_ptr<const EncodedMatrix> matrix;
  std::shared_ptr<const PresortedColumns> sorted;  // of the whole table; may be empty
  std::vector<bool> skip_missing;                  // as in FinderOptions
};

class ExactTreeGrower final : public TreeGrower {
 public:
  ExactTreeGrower(const ExactTrainingData& data, int n_threads, Interrupt& interrupt)
      : data_(data), n_threads_(n_threads), interrupt_(interrupt) {}

  Tree grow(const TreeJob& job) override;

 private:
  template <class Cell>
  Tree grow_on(const TreeJob& job, IntegerGradients<Cell>& whole);
  TreeOptions grow_options(const BoostingOptions& options, const GradientUnit& unit,
                           double total) const;
  bool divides_rows() const;
  void set_leaves(Tree& tree, const TreeJob& job) const;
  void set_divided_leaves(Tree& tree, const TreeJob& job) const;

  const ExactTrainingData& data_;
  int n_threads_;
  Interrupt& interrupt_;
  IntegerGradients<Packed> packed_;
  IntegerGradients<Precise> precise_;
};

}  // namespace spinney
