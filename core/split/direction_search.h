// Search for multivariate splits. Candidate directions are evaluated like columns; in large nodes a
// sample of the rows selects the candidates to evaluate on all rows.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "split/direction_scorer.h"
#include "split/directions.h"
#include "split/node_features.h"

namespace spinney {

class DirectionSearch final : public SplitFinder {
 public:
  using MakeScorer = std::function<std::unique_ptr<DirectionScorer>()>;

  DirectionSearch(const FinderOptions& options, const Dataset& data, MakeScorer make_scorer,
                  Interrupt& interrupt)
      : options_(options),
        data_(data),
        make_scorer_(std::move(make_scorer)),
        interrupt_(interrupt) {}

  Split find(const NodeRows& node, int n_threads) override;

 private:
  // Per-thread state.
  struct Worker {
    std::unique_ptr<DirectionScorer> scorer;
    std::vector<double> measured;
    std::vector<Code> codes;
  };

  std::size_t choose_features(const NodeRows& node);
  void choose_rows(const NodeRows& node);
  void propose(const NodeRows& node, std::size_t wanted);

  void start_workers(const Row* rows, std::size_t n, int n_threads);
  SplitLimits limits(std::size_t n_rows, std::size_t n_node) const;
  void evaluate(std::size_t from, int n_threads);
  void mark_sides(std::size_t candidate);
  void refine_borders(bool drawn);
  void refine_border(std::size_t best);
  std::vector<std::size_t> best_first(std::size_t n_wanted, bool spheres) const;
  std::vector<std::size_t> best_first(std::size_t n_wanted) const;
  Split finalize(const NodeRows& node, const Direction& direction, Worker& worker) const;
  void share_credit(Split& split) const;

  const FinderOptions& options_;
  const Dataset& data_;
  MakeScorer make_scorer_;
  Interrupt& interrupt_;

  NodeFeatures drawn_;
  std::vector<std::uint32_t> features_;
  std::vector<Row> sample_;
  const Row* rows_ = nullptr;  // rows that evaluate the candidates
  std::size_t n_rows_ = 0, n_node_ = 0;
  NodeCells cells_;
  NodeResponses responses_;
  ObliqueDirections oblique_;
  SphereDirections spheres_;
  DirectionPool pool_;
  std::vector<Cut> cuts_;  // per candidate of the pool
  std::vector<Worker> workers_;
  std::vector<std::uint8_t> left_;  // rows that a candidate sends left
  std::vector<double> right_;       // 1 for rows that should go right
};

}  // namespace spinney
