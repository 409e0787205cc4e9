// The rows of a subproblem, copied together: codes of every column, counted anew among these rows, and targets.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/types.h"
#include "optimal/cells.h"

namespace spinney::optimal {

// Tells sets of rows apart: sums of two random numbers per row.
struct SetKey {
  std::uint64_t first = 0, second = 0;
  bool operator==(const SetKey&) const = default;
  void add(std::uint32_t row) {
    first += mix(row);
    second += mix(~std::uint64_t{row});
  }
};

struct SubsetColumn {
  std::vector<Code> codes;   // per row, 0 .. n_codes() - 1
  std::vector<Code> global;  // per code: the code in the whole table, ascending
  bool nominal = false;      // a cut sets one code apart; otherwise the codes up to one

  Code n_codes() const { return static_cast<Code>(global.size()); }
  Code n_cuts() const { return nominal && n_codes() > 2 ? n_codes() : n_codes() - 1; }
  bool goes_left(Code code, Code cut) const { return nominal ? code == cut : code <= cut; }
};

template <class Loss>
struct Subset {
  using Value = typename Loss::Value;

  std::vector<std::uint32_t> rows;  // numbers in the whole problem
  std::vector<SubsetColumn> columns;
  RowTargets<Value> targets;
  std::vector<Value> total;  // the cell of all rows
  double most = 0, floor = 0;
  SetKey key;

  std::size_t size() const { return rows.size(); }

  void add_up(const CellShape& shape) {
    total.assign(shape.size(), Value{0});
    for (std::size_t i = 0; i < size(); ++i) {
      Loss::add(targets, i, shape, total.data(), 1);
      most += targets.most[i];
      floor += targets.floor[i];
      key.add(rows[i]);
    }
  }

  double leaf_error(const CellShape& shape) const {
    const std::vector<Value> none(shape.size());
    return most - static_cast<double>(Loss::score(total.data(), 1, none.data(), 1, shape));
  }

  // The rows on one side of a cut.
  Subset side(const CellShape& shape, std::size_t column, Code cut, bool left) const {
    const SubsetColumn& by = columns[column];
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t i = 0; i < size(); ++i)
      if (by.goes_left(by.codes[i], cut) == left) chosen.push_back(i);
    Subset part;
    part.rows.reserve(chosen.size());
    for (const auto i : chosen) part.rows.push_back(rows[i]);
    part.targets = targets.take(chosen);
    part.columns.reserve(columns.size());
    std::vector<Code> renamed;
    for (const SubsetColumn& c : columns) part.columns.push_back(take_codes(c, chosen, renamed));
    part.add_up(shape);
    return part;
  }

 private:
  static SubsetColumn take_codes(const SubsetColumn& from, const std::vector<std::uint32_t>& chosen,
                                 std::vector<Code>& renamed) {
    renamed.assign(from.n_codes(), 0);
    for (const auto i : chosen) renamed[from.codes[i]] = 1;
    SubsetColumn part;
    part.nominal = from.nominal;
    for (Code c = 0; c < from.n_codes(); ++c) {
      if (!renamed[c]) continue;
      renamed[c] = part.n_codes();
      part.global.push_back(from.global[c]);
    }
    part.codes.reserve(chosen.size());
    for (const auto i : chosen) part.codes.push_back(renamed[from.codes[i]]);
    return part;
  }
};

}  // namespace spinney::optimal
