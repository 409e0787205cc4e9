// Time limit, interruption and progress of the search.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

#include "base/interrupt.h"
#include "optimal/cells.h"

namespace spinney::optimal {

// Cost of the best tree and lower bound at some time.
struct Progress {
  double seconds = 0, upper = 0, lower = 0;
};

class Control {
 public:
  using Clock = std::chrono::steady_clock;

  // `report` is called from the searching thread.
  Control(double time_limit, int n_threads, Interrupt& interrupt,
          std::function<void(const Progress&)> report)
      : n_threads_(n_threads),
        time_limit_(time_limit),
        interrupt_(interrupt),
        report_(std::move(report)) {}

  int n_threads() const { return n_threads_; }
  Interrupt& interrupt() { return interrupt_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  // Whether the time limit has been reached; stays true. Throws on a keyboard interrupt.
  bool expired() {
    interrupt_.poll();
    if (!expired_.load(std::memory_order_relaxed) && seconds() >= time_limit_) expired_ = true;
    return expired_.load(std::memory_order_relaxed);
  }
  bool has_expired() const { return expired_.load(std::memory_order_relaxed); }

  // Record a progress step; small ones are skipped, except the last.
  void record_progress(double upper, double lower, bool last = false) {
    constexpr double kStep = 1e-3;
    if (!history_.empty() && !last) {
      const Progress& before = history_.back();
      if (before.upper == upper && lower < before.lower + kStep * upper) return;
    }
    history_.push_back({seconds(), upper, lower});
    if (report_) report_(history_.back());
  }
  const std::vector<Progress>& history() const { return history_; }

  std::size_t n_subproblems = 0;

 private:
  int n_threads_;
  double time_limit_;
  Interrupt& interrupt_;
  std::function<void(const Progress&)> report_;
  Clock::time_point start_ = Clock::now();
  std::atomic<bool> expired_{false};
  std::vector<Progress> history_;
};

// Constraints on every tree, in units of the cells.
struct Rules {
  CellShape shape;
  double penalty = 0;  // per leaf
  // Minimum improvement worth searching for: one error for integer costs, else rounding.
  double step = 0;
  bool whole = false;  // costs are integers
};

}  // namespace spinney::optimal
