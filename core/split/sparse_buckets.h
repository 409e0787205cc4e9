// Ordered buckets of a sparse column: the stored cells of a node, and one bucket for all other
// rows, whose sums are those of the node minus those of the stored cells.
#pragma once

#include <algorithm>
#include <vector>

#include "base/radix_sort.h"
#include "criterion/sums.h"

namespace spinney {

// Same interface as RunBuckets (split/buckets.h). Positions count cells; the other rows are one.
template <class Layout>
class SparseBuckets {
 public:
  // `entries`: the stored cells, sorted by code, missing ones last.
  template <class Sweep>
  void build(const Sweep& sweep, const std::vector<Entry>& entries, std::size_t n_rows,
             Code absent_code) {
    entries_ = &entries;
    n_rows_ = n_rows;
    n_present_ = entries.size();
    while (n_present_ > 0 && entry_code(entries[n_present_ - 1]) == kMissing) --n_present_;
    absent_code_ = absent_code;
    n_absent_ = n_rows - entries.size();
    absent_at_ = static_cast<std::size_t>(
        std::lower_bound(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(n_present_),
                         make_entry(absent_code, 0)) -
        entries.begin());
    const Layout& layout = sweep.layout();
    stored_.assign(layout.width(), 0.0);
    absent_.assign(layout.width(), 0.0);
    for (const Entry entry : entries) layout.add_row(stored_.data(), entry_row(entry));
    sweep.subtract_from_node(stored_.data(), absent_.data());
  }

  std::size_t n_rows() const { return n_rows_; }
  std::size_t n_missing() const { return entries_->size() - n_present_; }
  bool constant() const {
    return end() == 0 || (n_missing() == 0 && code_at(0) == code_at(end() - 1));
  }

  std::size_t first() const { return 0; }
  std::size_t end() const { return n_present_ + (n_absent_ > 0); }

  template <class Sweep>
  std::size_t take(std::size_t& at, Sweep& sweep) const {
    const Code code = code_at(at);
    std::size_t n = 0;
    do {
      if (is_absent(at)) {
        sweep.add_sums(absent_.data());
        n += n_absent_;
      } else {
        sweep.add_row(entry_row(entry_at(at)));
        ++n;
      }
      ++at;
    } while (at < end() && code_at(at) == code);
    return n;
  }

  template <class Sweep>
  void take_missing(Sweep& sweep) const {
    for (std::size_t i = n_present_; i < entries_->size(); ++i)
      sweep.add_row(entry_row((*entries_)[i]));
  }

  Code before(std::size_t at) const { return code_at(at - 1); }
  Code after(std::size_t at) const { return at < end() ? code_at(at) : kMissing; }

 private:
  bool is_absent(std::size_t at) const { return n_absent_ > 0 && at == absent_at_; }
  Entry entry_at(std::size_t at) const {
    return (*entries_)[at - (n_absent_ > 0 && at > absent_at_)];
  }
  Code code_at(std::size_t at) const {
    return is_absent(at) ? absent_code_ : entry_code(entry_at(at));
  }

  const std::vector<Entry>* entries_ = nullptr;
  std::size_t n_rows_ = 0, n_present_ = 0, n_absent_ = 0, absent_at_ = 0;
  Code absent_code_ = 0;
  std::vector<double> stored_, absent_;
};

}  // namespace spinney
