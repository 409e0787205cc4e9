#include "grow/partition.h"

#include <algorithm>
#include <numeric>

#include "base/pool.h"

namespace spinney {

Partition::Partition(std::size_t n_rows) : rows_(n_rows), sides_(n_rows) {
  std::iota(rows_.begin(), rows_.end(), Row{0});
}

void Partition::mark_rows(const Dataset& data, const Split& split, std::size_t begin, std::size_t end,
                          Scratch& scratch) {
  scratch.left_level.assign(split.categorical ? data.matrix.columns[split.feature].n_codes : 0, 0);
  for (const Code c : split.left_categories) scratch.left_level[c] = 1;
  const Side missing = split.skipped_missing ? kAbsent : split.missing_left ? kLeft : kRight;
  const NodeRows node{rows_.data(), begin, end, 0, 0, 0};
  each_node_code(data, node, split.feature, [&](Row row, Code code) {
    const bool left = split.categorical ? code != kMissing && scratch.left_level[code] : code <= split.last_left;
    sides_[row] = code == kMissing ? missing : static_cast<Side>(left);
  });
}

std::size_t Partition::part_rows(std::size_t begin, std::size_t end, Scratch& scratch) {
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

void Partition::part_lists(OrderLists& lists, std::size_t begin, std::size_t end, std::size_t middle, int n_threads,
                           Interrupt& interrupt, Scratch& scratch) const {
  scratch.entries.resize(std::max<std::size_t>(scratch.entries.size(), n_threads));
  const auto part = [&](std::size_t i, int worker) {
    Entry* list = lists.list(lists.features()[i]);
    auto& right = scratch.entries[worker];
    right.resize(std::max(right.size(), end - begin));
    std::size_t to = begin, n_right = 0;
    for (std::size_t at = begin; at < end; ++at) {
      const Entry entry = list[at];
      const std::uint8_t left = sides_[entry_row(entry)];
      list[to] = entry;
      right[n_right] = entry;
      to += left;
      n_right += left ^ 1;
    }
    std::copy_n(right.begin(), n_right, list + middle);
  };
  if (n_threads > 1) {
    parallel_for(n_threads, lists.features().size(), interrupt, part);
  } else {
    for (std::size_t i = 0; i < lists.features().size(); ++i) part(i, 0);
  }
}

}  // namespace spinney
