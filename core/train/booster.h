// Gradient boosting, one round at a time: gradients, a tree per score or one for all, updated
// scores.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/interrupt.h"
#include "data/encodings.h"
#include "data/table.h"
#include "train/exact_tree_grower.h"
#include "train/tree_grower.h"

namespace spinney {

// Whether trees grow on histograms: at most 255 bins, and routes that histograms support.
// Symmetric growth needs them.
bool can_bin(const Table& table, const BoostingOptions& o, Interrupt& interrupt);

class Booster {
 public:
  // The table, y, weight (or null) and loss must outlive the booster. The loss may be null if every
  // round is given derivatives. Trees are fitted to `rows` (ascending; empty: all); the scores of
  // all rows are updated. `shared`: encodings of the table for other fits; may be null.
  Booster(const Table& table, const double* y, const double* weight, Loss* loss,
          std::vector<double> scores, BoostingOptions options, std::function<bool()> interrupted,
          std::vector<Row> rows = {}, Encodings* shared = nullptr);
  // Shares the encoded table, targets and interrupt of another booster, but fits its trees to
  // `rows` only, of which there is at least one. `other` must outlive the booster.
  Booster(const Booster& other, Loss* loss, std::vector<double> scores, BoostingOptions options,
          std::vector<Row> rows);

  // One round: n_trees() trees, their values multiplied by the rate. Random numbers depend on the
  // seed and the round only. `gradient` and `hessian`, n_scores x n_rows and not weighted, replace
  // those of the loss unless they are null.
  std::vector<Tree> step(std::uint64_t round, double rate, const double* gradient,
                         const double* hessian);

  // One round with trees of fixed structure: new leaf values, node weights and counts.
  std::vector<Tree> refit(std::vector<Tree> trees, std::uint64_t round, double rate,
                          const double* gradient, const double* hessian);

  // Trees of a round: one for all scores, or one per score.
  std::size_t n_trees() const { return options_.vector_leaves ? 1 : n_scores_; }
  std::vector<double>& scores() { return scores_; }  // n_scores x n_rows
  std::size_t n_scores() const { return n_scores_; }
  std::size_t n_rows() const { return table_.n_rows; }
  // The rows used in a round, ascending; empty if all rows are used.
  std::vector<Row> draw_rows(std::uint64_t round) const;
  double encode_seconds() const { return encode_seconds_; }
  BoostTimings timings() const;

 private:
  TreeGrower& grower(std::size_t worker);
  bool draws_rows() const { return options_.subsample < 1 && options_.subsample_freq > 0; }
  bool side_by_side() const;
  void encode(const double* weight, Encodings* shared);
  void make_growers();
  void make_channels();
  void set_channels(std::uint64_t round, const double* weight);
  void use_channels(TreeJob& job) const;
  void set_gradients(const double* gradient, const double* hessian);
  std::vector<Row> sample_rows(std::uint64_t round, LossRows& rows);
  template <class F>
  void each_tree(std::uint64_t round, double rate, bool given, F&& tree);

  const Table& table_;
  LossRows rows_;
  Loss* loss_;
  std::size_t n_scores_;
  std::vector<double> scores_, next_scores_;
  BoostingOptions options_;
  std::shared_ptr<Interrupt> interrupt_;
  RoundGradients gradients_;
  std::optional<RoundGradients> channels_;          // for the split search of trees for all scores
  std::shared_ptr<const BinnedMatrix> bins_;        // training data of histogram trees,
  std::shared_ptr<const ExactTrainingData> codes_;  // or of exact trees
  std::vector<Row> fit_rows_;                       // the rows of all trees; empty: all
  std::vector<double> sample_weight_;               // of all rows, if they are drawn by gradients
  std::vector<std::unique_ptr<TreeGrower>>
      growers_;  // one, or one per thread if trees grow in parallel
  double encode_seconds_ = 0, gradient_seconds_ = 0;
};

// One round of several boosters, in parallel; their trees one after the other. `gradients` and
// `hessians` have an entry per booster, or are empty.
std::vector<Tree> step_all(const std::vector<Booster*>& boosters, std::uint64_t round, double rate,
                           const std::vector<const double*>& gradients,
                           const std::vector<const double*>& hessians, int n_threads);

}  // namespace spinney
