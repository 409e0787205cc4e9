// Thread pool with work distribution by an atomic counter, and the number of usable CPUs.
#include "base/pool.h"

#ifndef _WIN32
#include <pthread.h>
#endif
#ifdef __linux__
#include <sched.h>
#endif

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace spinney {
namespace {

// The tasks of one parallel_for; a counter assigns them to threads.
struct Batch {
  std::size_t n_tasks;
  const std::function<void(std::size_t, int)>* task;
  Interrupt* interrupt;
  std::atomic<std::size_t> next{0};
  std::exception_ptr error;
  std::mutex error_mutex;

  void work(int worker) {
    try {
      for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < n_tasks;) {
        interrupt->poll();
        (*task)(i, worker);
      }
    } catch (...) {
      next.store(n_tasks, std::memory_order_relaxed);
      const std::lock_guard lock(error_mutex);
      if (!error) error = std::current_exception();
    }
  }
};

thread_local bool inside_pool = false;

inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// Busy-waits briefly, because waking a sleeping thread takes longer than most gaps between batches.
template <class Ready>
void spin_until(Ready&& ready) {
  constexpr auto kSpinTime = std::chrono::microseconds(200);
  const auto start = std::chrono::steady_clock::now();
  do {
    for (int i = 0; i < 64; ++i) {
      if (ready()) return;
      relax();
    }
  } while (std::chrono::steady_clock::now() - start < kSpinTime);
}

class Pool {
 public:
  // Returns false if another thread is using the pool.
  bool run(int n_threads, Batch& batch) {
    const std::unique_lock use(in_use_, std::try_to_lock);
    if (!use.owns_lock()) return false;
    const int helpers = add_workers(n_threads - 1);
    {
      const std::lock_guard lock(mutex_);
      batch_ = &batch;
      wanted_ = helpers;
      ++generation_;
    }
    wake_.notify_all();
    inside_pool = true;
    batch.work(0);
    inside_pool = false;
    {
      const std::lock_guard lock(mutex_);
      wanted_ = 0;  // no task is left for threads that have not started
    }
    wait_for_helpers(batch);
    return true;
  }

 private:
  int add_workers(int wanted) {
    try {
      while (static_cast<int>(threads_.size()) < wanted) {
        const int worker = static_cast<int>(threads_.size()) + 1;
        threads_.emplace_back([this, worker] { run_worker(worker); });
        threads_.back().detach();
      }
    } catch (const std::system_error&) {
      // Thread limit reached: continue with the existing threads.
    }
    return std::min(wanted, static_cast<int>(threads_.size()));
  }

  void run_worker(int worker) {
    inside_pool = true;
    std::uint64_t seen = 0;
    for (;;) {
      Batch* batch;
      spin_until([&] { return generation_.load(std::memory_order_relaxed) != seen; });
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return generation_ != seen; });
        seen = generation_;
        if (worker > wanted_) continue;
        batch = batch_;
        ++running_;
      }
      batch->work(worker);
      const std::lock_guard lock(mutex_);
      if (--running_ == 0) done_.notify_one();
    }
  }

  // Polls for Ctrl-C while the other threads finish.
  void wait_for_helpers(Batch& batch) {
    spin_until([&] { return running_.load(std::memory_order_relaxed) == 0; });
    std::unique_lock lock(mutex_);
    while (running_ > 0) {
      if (done_.wait_for(lock, std::chrono::milliseconds(50), [&] { return running_ == 0; })) break;
      lock.unlock();
      try {
        batch.interrupt->poll();
      } catch (...) {
        batch.next.store(batch.n_tasks, std::memory_order_relaxed);
        const std::lock_guard error_lock(batch.error_mutex);
        if (!batch.error) batch.error = std::current_exception();
      }
      lock.lock();
    }
  }

  std::mutex in_use_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::vector<std::thread> threads_;
  Batch* batch_ = nullptr;
  int wanted_ = 0;
  std::atomic<int> running_{0};
  std::atomic<std::uint64_t> generation_{0};
};

// Never destroyed: at exit its threads may still be asleep, and after fork they do not exist.
std::atomic<Pool*> global_pool{nullptr};

Pool& pool() {
#ifndef _WIN32
  static const int forked = pthread_atfork(nullptr, nullptr, [] {
    global_pool.store(nullptr);
    inside_pool = false;
  });
  (void)forked;
#endif
  Pool* current = global_pool.load();
  if (!current) {
    auto* fresh = new Pool;
    if (global_pool.compare_exchange_strong(current, fresh)) return *fresh;
    delete fresh;
  }
  return *global_pool.load();
}

int cgroup_quota() {
  std::ifstream file("/sys/fs/cgroup/cpu.max");
  std::string quota;
  double period = 0;
  if (file >> quota >> period && quota != "max" && period > 0)
    return std::max(1, static_cast<int>(std::stod(quota) / period + 0.999));
  std::ifstream v1_quota("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"),
      v1_period("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
  double limit = 0;
  if (v1_quota >> limit && v1_period >> period && limit > 0 && period > 0)
    return std::max(1, static_cast<int>(limit / period + 0.999));
  return 1 << 20;
}

}  // namespace

int available_threads() {
  int cpus = static_cast<int>(std::thread::hardware_concurrency());
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) cpus = CPU_COUNT(&set);
  static const int quota = cgroup_quota();
  cpus = std::min(cpus, quota);
#endif
  return std::max(1, cpus);
}

void parallel_for(int n_threads, std::size_t n_tasks, Interrupt& interrupt,
                  const std::function<void(std::size_t, int)>& task) {
  Batch batch{n_tasks, &task, &interrupt, {}, {}, {}};
  n_threads = static_cast<int>(std::min<std::size_t>(n_threads, n_tasks));
  if (n_threads <= 1 || inside_pool || !pool().run(n_threads, batch)) batch.work(0);
  if (batch.error) std::rethrow_exception(batch.error);
}

}  // namespace spinney
