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
  std::size_t id = 0;        // in the whole problem
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

  // The rows on one side of a cut, with the columns in which they still differ.
  Subset side(const CellShape& shape, std::size_t column, Code cut, bool left) const {
    const SubsetColumn& by = columns[column];
    std::vector<std::uint32_t> chosen(size());
    std::size_t n = 0;
    for (std::uint32_t i = 0; i < size(); ++i) {
      chosen[n] = i;
      n += by.goes_left(by.codes[i], cut) == left;
    }
    chosen.resize(n);
    Subset part;
    part.rows.resize(n);
    for (std::size_t i = 0; i < n; ++i) part.rows[i] = rows[chosen[i]];
    part.targets = targets.take(chosen);
    part.columns.reserve(columns.size());
    std::vector<Code> renamed;
    for (const SubsetColumn& c : columns) {
      SubsetColumn taken = take_codes(c, chosen, renamed);
      if (taken.n_codes() > 1) part.columns.push_back(std::move(taken));
    }
    part.add_up(shape);
    return part;
  }

 private:
  static SubsetColumn take_codes(const SubsetColumn& from, const std::vector<std::uint32_t>& chosen,
                                 std::vector<Code>& renamed) {
    renamed.assign(from.n_codes(), 0);
    for (const auto i : chosen) renamed[from.codes[i]] = 1;
    SubsetColumn part;
    part.id = from.id;
    part.nominal = from.nominal;
    for (Code c = 0; c < from.n_codes(); ++c) {
      if (!renamed[c]) continue;
      renamed[c] = part.n_codes();
      part.global.push_back(from.global[c]);
    }
    if (part.n_codes() < 2) return part;
    part.codes.resize(chosen.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) part.codes[i] = renamed[from.codes[chosen[i]]];
    return part;
  }
};

}  // namespace spinney::optimal
