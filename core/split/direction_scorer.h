// Best threshold on a derived feature, for one sweep (formula and layout of sums).
#pragma once

#include <memory>

#include "split/buckets.h"
#include "split/finder.h"
#include "split/run_scan.h"

namespace spinney {

struct Cut {
  double gain = -std::numeric_limits<double>::infinity();
  Code last_left = 0;  // codes up to this one go left
  bool missing_left = false, saw_missing = false;

  bool found() const { return gain > -std::numeric_limits<double>::infinity(); }
};

class DirectionScorer {
 public:
  virtual ~DirectionScorer() = default;
  // Set the node to rows[0..n), which ascend.
  virtual void start(const Row* rows, std::size_t n) = 0;
  // `codes`: one per row.
  virtual Cut best_cut(const Code* codes, const SplitLimits& limits) = 0;
  // Gain of the split behind each distinct code but the last, in internal units. No code may be
  // missing.
  virtual std::vector<double> gains(const Code* codes) = 0;
};

template <class Sweep>
class SweepScorer final : public DirectionScorer {
 public:
  explicit SweepScorer(const Targets& targets) : sweep_(targets) {}

  void start(const Row* rows, std::size_t n) override {
    rows_ = rows;
    workspace_.entries.resize(n);
    workspace_.spare.resize(n);
    sweep_.start_node(rows, n);
  }

  Cut best_cut(const Code* codes, const SplitLimits& limits) override {
    const RunBuckets buckets = sorted(codes);
    if (buckets.constant()) return {};
    const Position position = best_position(sweep_, buckets, limits);
    if (!(position.score > Position{}.score)) return {};
    return {sweep_.gain(position.score), buckets.before(position.at), position.missing_left,
            buckets.n_missing() > 0};
  }

  std::vector<double> gains(const Code* codes) override {
    const RunBuckets buckets = sorted(codes);
    std::vector<double> found;
    sweep_.reset();
    for (std::size_t at = buckets.first(); buckets.take(at, sweep_), at < buckets.end();)
      found.push_back(sweep_.score());
    for (double& score : found) score = sweep_.gain(score);
    return found;
  }

 private:
  RunBuckets sorted(const Code* codes) {
    const std::size_t n = workspace_.entries.size();
    for (std::size_t i = 0; i < n; ++i) workspace_.entries[i] = make_entry(codes[i], rows_[i]);
    return {sort_entries(workspace_.entries.data(), workspace_.spare.data(), n), n};
  }

  Sweep sweep_;
  const Row* rows_ = nullptr;
  EntryWorkspace workspace_;
};

}  // namespace spinney
