// The Python module of the core.
#include "common.h"

NB_MODULE(_core, m) {
  m.doc() = "The compiled core of Spinney.";
  nb::set_leak_warnings(false);  // cached models at exit are not leaks
  spinney::bind_options(m);
  spinney::bind_loss(m);
  spinney::bind_criteria(m);
  spinney::bind_table(m);
  spinney::bind_target_statistics(m);
  spinney::bind_tree(m);
  spinney::bind_booster(m);
  spinney::bind_ensemble(m);
  spinney::bind_bags(m);
  spinney::bind_forest(m);
  spinney::bind_row_predictor(m);
  spinney::bind_train(m);
  spinney::bind_optimal(m);
  spinney::bind_error_pruning(m);
  spinney::bind_out_of_bag(m);
  spinney::bind_forest_explain(m);
  spinney::bind_shap(m);
  spinney::bind_similarity(m);
  spinney::bind_partial_dependence(m);
  spinney::bind_counterfactual(m);
  spinney::bind_leaf_targets(m);
  spinney::bind_weighted_trees(m);
  spinney::bind_container(m);
}
