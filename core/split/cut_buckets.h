// Two buckets made by a threshold, for random splits: codes up to last_left and codes above it,
// plus the missing ones. Same interface as split/buckets.h.
#pragma once

#include <array>
#include <vector>

#include "base/radix_sort.h"
#include "base/types.h"
#include "split/row_sums.h"

namespace spinney {

template <class Layout>
class CutBuckets {
 public:
  // Sum each bucket separately, in registers.
  void build(const Layout& layout, const Row* rows, const Code* codes, std::size_t n,
             Code last_left) {
    start(layout.width(), n);
    if (members_.size() <= n) members_.resize(n + 1);
    for (std::size_t bucket = 0; bucket < 3; ++bucket) {
      std::size_t count = 0;
      for (std::size_t i = 0; i < n; ++i) {
        members_[count] = rows[i];
        count += bucket == (codes[i] == kMissing ? 2u : codes[i] > last_left ? 1u : 0u);
      }
      auto sums = layout.make();
      add_rows(layout, sums.data(), members_.data(), count);
      std::copy_n(sums.data(), width_, &sums_[bucket * width_]);
      counts_[bucket] = count;
    }
  }

  // Sum the left bucket from per-row sums; the right one is the remainder, since sums are exact.
  void build(const Layout& layout, const double* total, const RowSum<Layout>* rows,
             const Code* codes, std::size_t n, Code last_left, bool any_missing) {
    start(Layout::kWidth, n);
    counts_[0] = add_up(layout, rows, codes, n, 0, last_left, &sums_[0]);
    counts_[2] = 0;
    std::fill_n(&sums_[2 * width_], width_, 0.0);
    if (any_missing)
      counts_[2] = add_up(layout, rows, codes, n, kMissing, kMissing, &sums_[2 * width_]);
    counts_[1] = n - counts_[0] - counts_[2];
    for (std::size_t j = 0; j < width_; ++j)
      sums_[width_ + j] = total[j] - sums_[j] - sums_[2 * width_ + j];
  }

  // The stored cells of a sparse column; the other rows are the remainder.
  template <class Sweep>
  void build(const Sweep& sweep, const std::vector<Entry>& entries, std::size_t n, Code absent_code,
             Code last_left) {
    start(sweep.layout().width(), n);
    std::fill(sums_.begin(), sums_.end(), 0.0);
    counts_ = {};
    auto stored = sweep.layout().make(), absent = sweep.layout().make();
    for (const Entry entry : entries) {
      const Code code = entry_code(entry);
      const std::size_t bucket = code == kMissing ? 2 : code > last_left;
      sweep.layout().add_row(&sums_[bucket * width_], entry_row(entry));
      sweep.layout().add_row(stored.data(), entry_row(entry));
      ++counts_[bucket];
    }
    if (entries.size() == n) return;
    sweep.subtract_from_node(stored.data(), absent.data());
    const std::size_t bucket = absent_code > last_left;
    for (std::size_t j = 0; j < width_; ++j) sums_[bucket * width_ + j] += absent[j];
    counts_[bucket] += n - entries.size();
  }

  std::size_t n_rows() const { return n_rows_; }
  std::size_t n_missing() const { return counts_[2]; }
  std::size_t first() const { return counts_[0] > 0 ? 0 : 1; }
  std::size_t end() const { return 2; }

  template <class Sweep>
  std::size_t take(std::size_t& at, Sweep& sweep) const {
    const std::size_t bucket = at;
    sweep.add_sums(&sums_[bucket * width_]);
    at = counts_[1] > 0 ? at + 1 : 2;
    return counts_[bucket];
  }
  template <class Sweep>
  void take_missing(Sweep& sweep) const {
    sweep.add_sums(&sums_[2 * width_]);
  }

  Code before(std::size_t at) const { return at == 2 && counts_[1] > 0 ? 1 : 0; }

 private:
  void start(std::size_t width, std::size_t n) {
    width_ = width;
    n_rows_ = n;
    sums_.resize(3 * width);
  }

  static std::size_t add_up(const Layout& layout, const RowSum<Layout>* rows, const Code* codes,
                            std::size_t n, Code from, Code to, double* sums) {
    RowSum<Layout> sum;
    const std::size_t count = add_between(rows, codes, n, from, to, sum);
    const auto array = sum.array(layout);
    std::copy_n(array.data(), array.size(), sums);
    return count;
  }

  std::vector<double> sums_;
  std::array<std::size_t, 3> counts_{};
  std::vector<Row> members_;
  std::size_t width_ = 0, n_rows_ = 0;
};

}  // namespace spinney
