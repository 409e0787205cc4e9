// Training of trees under different weights.
#include "train/weighted_trees.h"

#include "data/encode.h"
#include "grow/presort_plan.h"

namespace spinney {

WeightedTrees::WeightedTrees(const Table& table, const TargetView& target,
                             const TreeOptions& options, Encodings* shared, Interrupt& interrupt)
    : table_(table), target_(target), options_(options) {
  check_options(options, table, target);
  const std::vector<Row> rows = training_rows(table, target);
  const SharedCodes codes =
      shared_codes(table, rows, nullptr, {options.max_bins, options.n_threads}, shared, interrupt);
  matrix_ = codes.matrix;
  const auto to_presort = presortable(*matrix_);
  sorted_ = plan_presort(*matrix_, to_presort, options, true).whole
                ? shared_presort(codes, to_presort, options.n_threads, interrupt)
                : std::make_shared<const PresortedColumns>();
}

Tree WeightedTrees::grow(const double* weight, double min_weight_leaf, std::uint64_t seed,
                         Interrupt& interrupt) {
  TargetView target = target_;
  target.weight = weight;
  TreeOptions options = options_;
  options.min_weight_leaf = min_weight_leaf;
  options.seed = seed;
  const std::vector<Row> rows = training_rows(table_, target);
  if (rows.size() == n_rows())
    return grow_on(*matrix_, rows, target, std::move(options), interrupt, workspace_, sorted_.get())
        .finish();
  return train_on(*matrix_, rows, target, std::move(options), interrupt, workspace_).finish();
}

}  // namespace spinney
