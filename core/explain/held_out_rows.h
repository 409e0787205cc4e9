// The out-of-bag rows of a tree with their targets and weights.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

#include "predict/row_sample.h"

namespace spinney {

// Targets and weights of all rows of a table.
struct TrueTargets {
  std::size_t n_outputs = 1;
  const std::int32_t* classes = nullptr;  // rows x outputs
  const double* numbers = nullptr;        // rows x outputs, if classes is null
  const double* weight = nullptr;         // per row, or null

  double target(std::size_t row, std::size_t output) const {
    const std::size_t i = row * n_outputs + output;
    return classes ? classes[i] : numbers[i];
  }
};

// The out-of-bag rows of a tree, ascending.
using OutOfBagRows = std::function<std::vector<Row>(std::size_t tree)>;

struct HeldOutRows {
  HeldOutRows(const Tree& tree, const Table& table, const TrueTargets& true_targets,
              const std::vector<Row>& rows)
      : sample(table, rows, used_features(tree)),
        n_outputs(true_targets.n_outputs),
        weight(rows.size(), 1.0) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (true_targets.weight) weight[i] = true_targets.weight[rows[i]];
      for (std::size_t k = 0; k < n_outputs; ++k) target.push_back(true_targets.target(rows[i], k));
    }
    total_weight = std::accumulate(weight.begin(), weight.end(), 0.0);
  }

  std::size_t size() const { return sample.n_rows(); }

  // Row order[i] becomes row i.
  void reorder(const std::vector<Row>& order) {
    sample.reorder(order);
    const std::vector<double> old_target = target, old_weight = weight;
    for (std::size_t i = 0; i < order.size(); ++i) {
      weight[i] = old_weight[order[i]];
      std::copy_n(&old_target[order[i] * n_outputs], n_outputs, &target[i * n_outputs]);
    }
  }

  RowSample sample;
  std::size_t n_outputs;
  std::vector<double> target;  // rows x outputs: numbers or classes
  std::vector<double> weight;  // per row
  double total_weight = 0;
};

}  // namespace spinney
