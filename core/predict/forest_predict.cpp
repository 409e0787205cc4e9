// Aggregated predictions and leaves of a forest, by batches of rows.
#include "predict/forest_predict.h"

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "base/pool.h"
#include "predict/forest_walk.h"

namespace spinney {
namespace {

// Rows x trees below which more threads do not pay off.
constexpr std::size_t kSerialWork = 20'000;
// Number of values of all trees that are kept for sorting.
constexpr std::size_t kHeldValues = 128 * 1024;

// Calls take(batch, first_row) for batches of rows, in parallel.
template <class Take>
void each_batch(const Forest& forest, const Table& table, std::size_t max_rows, int n_threads,
                Interrupt& interrupt, Take&& take) {
  require(forest.size() > 0, "the forest has no trees");
  require(table.columns.size() == forest.n_features(),
          "the table and the forest differ in the number of features");
  const std::size_t n_rows = table.n_rows;
  if (n_rows == 0) return;
  if (n_rows * forest.size() < kSerialWork) n_threads = 1;
  n_threads = std::max(1, n_threads);
  const std::size_t size = std::min(max_rows, batch_rows(forest, n_rows, n_threads));
  std::vector<std::unique_ptr<RowBatch>> batches(static_cast<std::size_t>(n_threads));
  parallel_for(n_threads, (n_rows + size - 1) / size, interrupt, [&](std::size_t task, int worker) {
    std::unique_ptr<RowBatch>& batch = batches[static_cast<std::size_t>(worker)];
    if (!batch) batch = std::make_unique<RowBatch>(forest, table, size);
    batch->fill(task * size, std::min(size, n_rows - task * size));
    take(*batch, task * size);
  });
}

void predict_mean(const Forest& forest, const RowBatch& batch, Interrupt& interrupt, double* out) {
  const std::size_t n = batch.size() * forest.value_width();
  std::fill_n(out, n, 0.0);
  for (std::size_t i = 0; i < forest.size(); ++i) {
    interrupt.poll();
    batch.add(i, batch.all(), out);
  }
  for (std::size_t k = 0; k < n; ++k) out[k] /= static_cast<double>(forest.size());
}

void predict_votes(const Forest& forest, const RowBatch& batch, Interrupt& interrupt, double* out) {
  const std::size_t width = forest.value_width(), n = batch.size() * width;
  std::fill_n(out, n, 0.0);
  std::vector<double> values(n);
  for (std::size_t i = 0; i < forest.size(); ++i) {
    interrupt.poll();
    batch.predict(i, batch.all(), values.data());
    for (std::size_t k = 0; k < n; k += width) add_votes(forest.shape(), &values[k], out + k);
  }
  for (std::size_t k = 0; k < n; ++k) out[k] /= static_cast<double>(forest.size());
}

// Applies choose() to the sorted values of all trees.
template <class Choose>
void predict_sorted(const Forest& forest, const RowBatch& batch, Interrupt& interrupt,
                    Choose&& choose, double* out) {
  const std::size_t width = forest.value_width(), n = batch.size() * width, n_trees = forest.size();
  std::vector<double> values(n * n_trees), tree_values(n_trees);
  for (std::size_t i = 0; i < n_trees; ++i) {
    interrupt.poll();
    batch.predict(i, batch.all(), &values[i * n]);
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n_trees; ++i) tree_values[i] = values[i * n + k];
    sort_values(tree_values.data(), n_trees);
    out[k] = choose(tree_values.data(), n_trees);
  }
  if (forest.shape().n_classes.empty()) return;
  for (std::size_t k = 0; k < n; k += width) scale_shares(forest.shape(), out + k);
}

}  // namespace

void predict_forest(const Forest& forest, const Table& table, Aggregate aggregate, int n_threads,
                    Interrupt& interrupt, double* out) {
  const std::size_t width = forest.value_width();
  const bool votes = aggregate == Aggregate::mode && !forest.shape().n_classes.empty();
  const bool sorted = aggregate != Aggregate::mean && !votes;
  const std::size_t held = std::max<std::size_t>(1, forest.size() * width);
  const std::size_t max_rows = sorted ? std::max<std::size_t>(1, kHeldValues / held) : table.n_rows;
  each_batch(forest, table, max_rows, n_threads, interrupt,
             [&](const RowBatch& batch, std::size_t first_row) {
               double* to = out + first_row * width;
               if (aggregate == Aggregate::mean)
                 predict_mean(forest, batch, interrupt, to);
               else if (votes)
                 predict_votes(forest, batch, interrupt, to);
               else
                 predict_sorted(forest, batch, interrupt,
                                aggregate == Aggregate::mode ? mode : median, to);
             });
}

void apply_forest(const Forest& forest, const Table& table, int n_threads, Interrupt& interrupt,
                  std::int32_t* nodes) {
  const std::size_t n_trees = forest.size();
  each_batch(forest, table, table.n_rows, n_threads, interrupt,
             [&](const RowBatch& batch, std::size_t first_row) {
               std::vector<End> ends(batch.size());
               for (std::size_t i = 0; i < n_trees; ++i) {
                 batch.find_ends(i, batch.all(), ends.data());
                 for (std::size_t k = 0; k < ends.size(); ++k)
                   nodes[(first_row + k) * n_trees + i] = static_cast<std::int32_t>(ends[k].node);
               }
             });
}

}  // namespace spinney
