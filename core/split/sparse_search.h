// Sparse columns in the search of a node: their cells, and bounds that skip columns with too few.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "split/search_worker.h"
#include "split/sparse_node.h"

namespace spinney {

template <class Sweep>
class SparseSearch {
 public:
  using Worker = SearchWorker<Sweep>;

  // Start a node of which about `n_features` features will be read.
  void start(const FinderOptions& options, const Dataset& data, const NodeRows& node,
             std::size_t n_features, std::vector<std::unique_ptr<Worker>>& workers) {
    if (!Sweep::kAdditive || data.matrix.sparse_codes.empty()) return;
    data_ = &data;
    node_.start(data.matrix, node, n_features);
    if constexpr (Sweep::kWeightBounds) {
      if (options.reports_gains()) return;
      if (max_row_weight_ == 0) set_max_row_weight();
      if constexpr (Sweep::kBounds) {
        const auto [lowest, highest] =
            workers[0]->sweep.layout().range(node.rows + node.begin, node.size());
        for (auto& worker : workers) worker->sweep.set_range(lowest, highest);
      }
    }
  }

  // Whether a sparse feature is constant in the node, or has too few cells for a split as good as
  // the best so far: one side of a split has only rows with cells.
  bool skips(std::uint32_t feature, const Worker& worker) const {
    if (!data_ || !node_.has(feature)) return false;
    const std::size_t n = node_.max_cells(feature);
    if (n == 0) return true;
    if constexpr (Sweep::kWeightBounds)
      return max_row_weight_ > 0 &&
             worker.sweep.bound_of_weight(max_row_weight_ * static_cast<double>(n)) <
                 worker.found.best_score();
    return false;
  }

  // Reads the buckets of a feature; false if it is constant.
  bool build(const NodeRows& node, std::uint32_t feature, Worker& worker) const {
    std::vector<Entry>& entries = worker.workspace.entries;
    node_.read(feature, entries);
    if (entries.empty()) return false;
    worker.sparse.build(worker.sweep, entries, node.size(),
                        data_->matrix.columns[feature].absent_code);
    return true;
  }

  const SparseNode* node() const { return &node_; }

 private:
  void set_max_row_weight() {
    for (Row row = 0; row < data_->matrix.n_rows; ++row)
      max_row_weight_ = std::max(max_row_weight_, data_->targets.weight_of(row));
  }

  const Dataset* data_ = nullptr;  // null: no sparse columns
  SparseNode node_;
  double max_row_weight_ = 0;  // 0: features are not bounded
};

}  // namespace spinney
