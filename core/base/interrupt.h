// Cancellation of long computations. The calling thread polls the host for Ctrl-C; all threads
// check the flag.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include "base/error.h"

namespace spinney {

class Interrupt {
 public:
  Interrupt() = default;
  explicit Interrupt(std::function<bool()> callback) : callback_(std::move(callback)) {}

  // Throws Interrupted if stopped. Cheap enough to call for every node and feature.
  void poll() {
    if (stop_.load(std::memory_order_relaxed)) throw Interrupted();
    if (!callback_ || std::this_thread::get_id() != owner_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(50)) return;
    last_ = now;
    if (callback_()) {
      stop();
      throw Interrupted();
    }
  }

  void stop() { stop_.store(true, std::memory_order_relaxed); }

 private:
  std::function<bool()> callback_;
  std::thread::id owner_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::atomic<bool> stop_{false};
};

}  // namespace spinney
