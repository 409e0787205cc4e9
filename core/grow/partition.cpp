#include "grow/partition.h"

#include <algorithm>
#include <numeric>

#include "base/pool.h"
#include "data/each_code.h"

namespace spinney {

Partition::Partition(std::size_t n_rows) : rows_(n_rows), left_(n_rows) {
  std::iota(rows_.begin(), rows_.end(), Row{0});
}

void Partition::mark_rows(const Dataset& data, const Split& split, std::size_t begin, std::size_t end,
                          Scratch& scratch) {
  const CodedColumn& column = data.matrix.columns[split.feature];
  scratch.left_level.assign(split.categorical ? column.n_codes : 0, 0);
  for (const Code c : split.left_categories) scratch.left_level[c] = 1;
  const auto goes_left = [&](Code code) -> std::uint8_t {
    if (code == kMissing) return split.missing_left;
    return split.categorical ? scratch.left_level[code] : code <= split.last_left;
  };
  if (data.lists.has(split.feature)) {  // its own list knows the codes: no cell is read
    const Entry* list = data.lists.list(split.feature);
    for (std::size_t i = begin; i < end; ++i) left_[entry_row(list[i])] = goes_left(entry_code(list[i]));
  } else {
    each_code(column, &rows_[begin], end - begin,
              [&](std::size_t i, Code code) { left_[rows_[begin + i]] = goes_left(code); });
  }
}

std::size_t Partition::part_rows(const Dataset& data, const Split& split, std::size_t begin, std::size_t end,
                                 Scratch& scratch) {
  mark_rows(data, split, begin, end, scratch);
  scratch.rows.resize(end - begin);
  std::size_t middle = begin, n_right = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const Row row = rows_[i];
    rows_[middle] = row;
    scratch.rows[n_right] = row;
    middle += left_[row];
    n_right += !left_[row];
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
      const std::uint8_t left = left_[entry_row(entry)];
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
