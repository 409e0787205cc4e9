// The rows of a subproblem, gathered: codes of every column, renumbered among these rows, and
// targets.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/random.h"
#include "base/types.h"
#include "optimal/cells.h"
#include "optimal/column.h"
#include "optimal/cut_bits.h"

namespace spinney::optimal {

// Hash of a set of rows: sums of two random numbers per row.
struct SetKey {
  std::uint64_t first = 0, second = 0;
  bool operator==(const SetKey&) const = default;
  void add(std::uint32_t row) {
    first += mix(row);
    second += mix(~std::uint64_t{row});
  }
};

template <class Loss>
struct Subset {
  using Value = typename Loss::Value;

  std::size_t n_rows = 0;
  std::vector<std::uint32_t> rows;  // indices in the whole problem
  std::shared_ptr<const std::vector<SubsetColumn>> shared_columns;
  RowTargets<Value> targets;
  // Replaces rows and targets; the columns are those of a larger set of rows.
  std::optional<CutBits> bits;
  std::vector<Value> total;  // cell of all rows
  double max_loss = 0, floor = 0;
  SetKey key;

  std::size_t size() const { return n_rows; }
  const std::vector<SubsetColumn>& columns() const { return *shared_columns; }

  void add_up(const CellShape& shape) {
    total.assign(shape.size(), Value{0});
    for (std::size_t i = 0; i < size(); ++i) {
      Loss::add(targets, i, shape, total.data(), 1);
      max_loss += targets.max_loss[i];
      floor += targets.floor[i];
      key.add(rows[i]);
    }
  }

  double leaf_error(const CellShape& shape) const {
    const std::vector<Value> none(shape.size());
    return max_loss - static_cast<double>(Loss::score(total.data(), 1, none.data(), 1, shape));
  }

  // The rows on one side of a cut, with the columns in which they still differ.
  Subset side(const CellShape& shape, std::size_t column, Code cut, bool left) const {
    const SubsetColumn& by = columns()[column];
    std::vector<std::uint32_t> chosen(size());
    std::size_t n = 0;
    for (std::uint32_t i = 0; i < size(); ++i) {
      chosen[n] = i;
      n += by.goes_left(by.codes[i], cut) == left;
    }
    chosen.resize(n);
    Subset part;
    part.n_rows = n;
    part.rows.resize(n);
    for (std::size_t i = 0; i < n; ++i) part.rows[i] = rows[chosen[i]];
    part.targets = targets.take(chosen);
    std::vector<SubsetColumn> differing;
    std::vector<Code> renamed;
    for (const SubsetColumn& c : columns()) {
      SubsetColumn taken = take_codes(c, chosen, renamed);
      if (taken.n_codes() > 1) differing.push_back(std::move(taken));
    }
    part.shared_columns = std::make_shared<const std::vector<SubsetColumn>>(std::move(differing));
    part.add_up(shape);
    return part;
  }

  // The same as bitsets, if this subset has them; sufficient for counting pairs.
  Subset side_in_bits(const CutBits& all, std::size_t column, Code cut, bool left, std::size_t at,
                      double its_floor, const CellShape& shape) const {
    const SubsetColumn& by = columns()[column];
    Subset part;
    part.shared_columns = shared_columns;
    part.total.resize(shape.size());
    all.count(at, at, 1, part.total.data(), 1);
    for (std::size_t k = 0; k < shape.size() && !left; ++k)
      part.total[k] = total[k] - part.total[k];
    for (const Value w : part.total) part.max_loss += static_cast<double>(w);
    part.n_rows = static_cast<std::size_t>(part.max_loss);
    part.floor = its_floor;
    for (std::size_t i = 0; i < size(); ++i)
      if (by.goes_left(by.codes[i], cut) == left) part.key.add(rows[i]);
    part.bits = all.side(at, left);
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

// Bitsets of all cuts of a subset, if they apply.
inline std::optional<CutBits> bits_of(const Subset<CountedClasses>& subset,
                                      const CellShape& shape) {
  std::optional<CutBits> bits(std::in_place, subset.targets, subset.total, shape);
  if (bits->empty()) return std::nullopt;
  for (const SubsetColumn& column : subset.columns()) bits->add_column(subset.targets, column);
  return bits;
}

}  // namespace spinney::optimal
