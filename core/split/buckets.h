// Sources of ordered buckets: runs of equal codes in sorted entries, or a histogram of codes.
// scan() uses both through the same interface: a position advances from bucket to bucket, and
// take() adds a bucket's rows to the left side of the sweep.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/radix_sort.h"
#include "base/types.h"
#include "criterion/sums.h"
#include "data/each_code.h"

namespace spinney {

// Entries sorted by code, missing ones last.
class RunBuckets {
 public:
  RunBuckets(const Entry* entries, std::size_t n) : entries_(entries), n_rows_(n), n_present_(n) {
    while (n_present_ > 0 && entry_code(entries[n_present_ - 1]) == kMissing) --n_present_;
  }

  const Entry* entries() const { return entries_; }
  std::size_t n_rows() const { return n_rows_; }
  std::size_t n_missing() const { return n_rows_ - n_present_; }
  bool constant() const {
    return n_present_ == 0 ||
           (n_missing() == 0 && entry_code(entries_[0]) == entry_code(entries_[n_present_ - 1]));
  }

  std::size_t first() const { return 0; }
  std::size_t end() const { return n_present_; }

  template <class Sweep>
  std::size_t take(std::size_t& at, Sweep& sweep) const {
    const std::size_t begin = at;
    const Code code = entry_code(entries_[at]);
    do {
      sweep.add_row(entry_row(entries_[at]));
      ++at;
    } while (at < n_present_ && entry_code(entries_[at]) == code);
    return at - begin;
  }

  template <class Sweep>
  void take_missing(Sweep& sweep) const {
    for (std::size_t i = n_present_; i < n_rows_; ++i) sweep.add_row(entry_row(entries_[i]));
  }

  // Codes on both sides of a position; `after` is kMissing at the end.
  Code before(std::size_t at) const { return entry_code(entries_[at - 1]); }
  Code after(std::size_t at) const { return at < n_present_ ? entry_code(entries_[at]) : kMissing; }

 private:
  const Entry* entries_;
  std::size_t n_rows_, n_present_;
};

// Counting is faster than sorting unless most buckets stay empty or the histogram exceeds the
// cache.
inline bool counting_is_faster(const EncodedColumn& column, std::size_t n_rows) {
  constexpr std::size_t kMaxCodes = 8192;
  const std::size_t n = column.n_codes;
  return !column.categorical && n > 0 && n <= 4 * n_rows && n <= kMaxCodes;
}

// Sums and counts per code. The memory is reused from node to node.
template <class Layout>
class HistogramBuckets {
 public:
  // each(use) must call use(i, code) for rows[0..n).
  template <class Each>
  void build(const Layout& layout, std::size_t n_codes, const Row* rows, std::size_t n,
             Each&& each) {
    const std::size_t width = layout.width();
    width_ = width;
    n_codes_ = n_codes;
    n_rows_ = n;
    sums_.assign((n_codes + 1) * width, 0.0);  // last: missing values
    counts_.assign(n_codes + 1, 0);
    each([&](std::size_t i, Code code) {
      const std::size_t bucket = std::min<std::size_t>(code, n_codes);
      ++counts_[bucket];
      layout.add_row(&sums_[bucket * width], rows[i]);
    });
    first_ = 0;
    while (first_ < n_codes_ && counts_[first_] == 0) ++first_;
  }

  std::size_t n_rows() const { return n_rows_; }
  std::size_t n_missing() const { return counts_[n_codes_]; }
  bool constant() const {
    return n_missing() == n_rows_ || (n_missing() == 0 && counts_[first_] == n_rows_);
  }

  std::size_t first() const { return first_; }
  std::size_t end() const { return n_codes_; }

  template <class Sweep>
  std::size_t take(std::size_t& at, Sweep& sweep) const {
    sweep.add_sums(&sums_[at * width_]);
    const std::size_t n = counts_[at];
    do ++at;
    while (at < n_codes_ && counts_[at] == 0);
    return n;
  }

  template <class Sweep>
  void take_missing(Sweep& sweep) const {
    sweep.add_sums(&sums_[n_codes_ * width_]);
  }

  Code before(std::size_t at) const {
    do --at;
    while (counts_[at] == 0);
    return static_cast<Code>(at);
  }
  Code after(std::size_t at) const { return at < n_codes_ ? static_cast<Code>(at) : kMissing; }

 private:
  std::vector<double> sums_;
  std::vector<std::uint32_t> counts_;
  std::size_t width_ = 0, n_codes_ = 0, n_rows_ = 0, first_ = 0;
};

}  // namespace spinney
