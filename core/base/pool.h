// Process-wide thread pool. It restarts after fork; nested and concurrent calls run inline.
#pragma once

#include <cstddef>
#include <functional>

#include "base/interrupt.h"

namespace spinney {

// Number of CPUs available to this process (affinity and cgroup quota).
int available_threads();

// Calls task(i, worker) for i in [0, n_tasks) on up to n_threads threads, the caller among them
// (worker 0); worker numbers are below n_threads. Rethrows the first exception; the other threads
// stop at their next task.
void parallel_for(int n_threads, std::size_t n_tasks, Interrupt& interrupt,
                  const std::function<void(std::size_t task, int worker)>& task);

}  // namespace spinney
