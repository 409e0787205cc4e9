// The end of a search: a time limit, and Ctrl-C.
#pragma once

#include <chrono>

#include "base/interrupt.h"

namespace spinney {

class SearchLimit {
 public:
  SearchLimit(double seconds, Interrupt& interrupt) : seconds_(seconds), interrupt_(interrupt) {}

  // Whether the time is over. Throws Interrupted after Ctrl-C. Cheap enough for every feature.
  bool reached() {
    interrupt_.poll();
    return std::chrono::duration<double>(Clock::now() - begin_).count() > seconds_;
  }

 private:
  using Clock = std::chrono::steady_clock;

  double seconds_;
  Interrupt& interrupt_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace spinney
