// Partition of rows and presorted columns by a split.
#include "grow/partition.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/pool.h"

namespace spinney {

Partition::Partition(std::size_t n_rows) : rows_(n_rows), sides_(n_rows) {
  std::iota(rows_.begin(), rows_.end(), Row{0});
}

void Partition::mark_rows(const Dataset& data, const Split& split, std::size_t begin,
                          std::size_t end, Interrupt& interrupt, Scratch& scratch) {
  if (split.is_multivariate()) {
    scratch.measured.resize(end - begin);
    const Direction direction{split.kind == NodeKind::sphere, split.details->terms};
    measure(data.matrix, direction, rows_.data() + begin, end - begin, interrupt,
            scratch.measured.data());
    for (std::size_t i = begin; i < end; ++i) {
      const double x = scratch.measured[i - begin];
      sides_[rows_[i]] =
          (std::isnan(x) ? split.missing_left : x <= split.threshold) ? kLeft : kRight;
    }
    return;
  }
  mark_levels(data, split, scratch);
  const Side missing = split.skipped_missing ? kAbsent : split.missing_left ? kLeft : kRight;
  const NodeRows node{rows_.data(), begin, end, 0, 0, 0};
  each_node_code(data, node, split.feature, [&](Row row, Code code) {
    const bool left = split.categorical() ? code != kMissing && scratch.left_level[code]
                                          : code <= split.last_left;
    sides_[row] = code == kMissing ? missing : static_cast<Side>(left);
  });
}

std::size_t Partition::partition_directly(const Dataset& data, const Split& split,
                                          std::size_t begin, std::size_t end, Scratch& scratch) {
  if (scratch.rows.size() < end - begin) scratch.rows.resize(end - begin);
  Row *rows = rows_.data() + begin, *right = scratch.rows.data();
  std::size_t n_left = 0, n_right = 0;
  const auto partition = [&](auto&& goes_left) {
    each_code(data.matrix.columns[split.feature], rows, end - begin, [&](std::size_t i, Code code) {
      const bool left = goes_left(code);
      const Row row = rows[i];
      rows[n_left] = row;
      right[n_right] = row;
      n_left += left;
      n_right += !left;
    });
  };
  if (split.categorical()) {
    mark_levels(data, split, scratch);
    partition([&](Code code) {
      return code == kMissing ? split.missing_left : scratch.left_level[code] != 0;
    });
  } else if (split.missing_left) {
    partition([last = split.last_left](Code code) { return code <= last || code == kMissing; });
  } else {
    partition([last = split.last_left](Code code) { return code <= last; });
  }
  std::copy_n(right, n_right, rows + n_left);
  return begin + n_left;
}

void Partition::mark_levels(const Dataset& data, const Split& split, Scratch& scratch) {
  scratch.left_level.assign(split.categorical() ? data.matrix.columns[split.feature].n_codes : 0,
                            0);
  for (const Code c : split.details->left_categories) scratch.left_level[c] = 1;
}

void Partition::mark_children(const Dataset& data, const Split& split, std::size_t begin,
                              std::size_t end) {
  children_.resize(rows_.size());
  const auto& codes = split.kind == NodeKind::levels ? split.details->present_categories
                                                     : split.details->last_codes;
  const NodeRows node{rows_.data(), begin, end, 0, 0, 0};
  each_node_code(data, node, split.feature, [&](Row row, Code code) {
    const auto child = std::lower_bound(codes.begin(), codes.end(), code) - codes.begin();
    children_[row] = code == kMissing ? kUnassigned : static_cast<std::uint32_t>(child);
  });
}

void Partition::assign_missing(std::size_t begin, std::size_t end, std::uint32_t child) {
  for (std::size_t i = begin; i < end; ++i)
    if (children_[rows_[i]] == kUnassigned) children_[rows_[i]] = child;
}

std::vector<std::size_t> Partition::partition_children(std::size_t begin, std::size_t end,
                                                       std::size_t n_children, Scratch& scratch) {
  std::vector<std::size_t> ends(n_children, 0);
  for (std::size_t i = begin; i < end; ++i) ++ends[children_[rows_[i]]];
  std::vector<std::size_t> to(n_children);
  std::exclusive_scan(ends.begin(), ends.end(), to.begin(), std::size_t{0});
  scratch.rows.resize(end - begin);
  for (std::size_t i = begin; i < end; ++i) scratch.rows[to[children_[rows_[i]]]++] = rows_[i];
  std::copy_n(scratch.rows.begin(), end - begin,
              rows_.begin() + static_cast<std::ptrdiff_t>(begin));
  for (std::size_t& at : to) at += begin;
  return to;
}

std::size_t Partition::partition_rows(std::size_t begin, std::size_t end, Scratch& scratch) {
  scratch.rows.resize(end - begin);
  std::size_t middle = begin, n_right = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const Row row = rows_[i];
    rows_[middle] = row;
    scratch.rows[n_right] = row;
    middle += sides_[row];
    n_right += !sides_[row];
  }
  std::copy_n(scratch.rows.begin(), n_right, rows_.begin() + static_cast<std::ptrdiff_t>(middle));
  return middle;
}

void Partition::partition_entries(Entry* list, std::size_t begin, std::size_t middle,
                                  std::size_t end, Entry* spare) const {
  std::size_t to = begin, n_right = 0;
  for (std::size_t at = begin; at < end; ++at) {
    const Entry entry = list[at];
    const std::uint8_t left = sides_[entry_row(entry)];
    list[to] = entry;
    spare[n_right] = entry;
    to += left;
    n_right += left ^ 1;
  }
  std::copy_n(spare, n_right, list + middle);
}

void Partition::partition_entries(Entry* list, std::size_t begin,
                                  const std::vector<std::size_t>& ends, Entry* spare) const {
  std::vector<std::size_t> to{0};
  for (std::size_t c = 0; c + 1 < ends.size(); ++c) to.push_back(ends[c] - begin);
  for (std::size_t at = begin; at < ends.back(); ++at)
    spare[to[children_[entry_row(list[at])]]++] = list[at];
  std::copy_n(spare, ends.back() - begin, list + begin);
}

void Partition::partition_presorted(PresortedColumns& presorted, std::size_t begin,
                                    const std::vector<std::size_t>& ends, bool multiway,
                                    int n_threads, Interrupt& interrupt, Scratch& scratch) const {
  scratch.entries.resize(std::max<std::size_t>(scratch.entries.size(), n_threads));
  const auto partition = [&](std::size_t i, int worker) {
    auto& spare = scratch.entries[worker];
    spare.resize(std::max(spare.size(), ends.back() - begin));
    Entry* list = presorted.list(presorted.features()[i]);
    if (multiway)
      partition_entries(list, begin, ends, spare.data());
    else
      partition_entries(list, begin, ends[0], ends[1], spare.data());
  };
  if (n_threads > 1) {
    parallel_for(n_threads, presorted.features().size(), interrupt, partition);
  } else {
    for (std::size_t i = 0; i < presorted.features().size(); ++i) partition(i, 0);
  }
}

}  // namespace spinney
