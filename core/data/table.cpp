#include "data/table.h"

#include "base/pool.h"

namespace spinney {

double cell_value(const Column& c, std::size_t row) {
  if (!c.sparse) return stored_value(c, row);
  std::size_t low = 0, high = c.n_stored;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (c.stored_row(middle) < row)
      low = middle + 1;
    else
      high = middle;
  }
  return low < c.n_stored && c.stored_row(low) == row ? stored_value(c, low) : 0.0;
}

namespace {

// x - x is 0 for a finite x and NaN otherwise: a sum of them tells in one pass without branches.
template <class T>
bool may_have_infinite(const Column& c, std::size_t n) {
  T sum = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const T x = load<T>(c.data, c.stride, k);
    sum += x - x;
  }
  return std::isnan(sum);
}

std::size_t first_infinite(const Column& c, std::size_t n_rows) {
  constexpr auto kNone = std::numeric_limits<std::size_t>::max();
  if (c.categorical() || (c.type != CellType::f32 && c.type != CellType::f64)) return kNone;
  const std::size_t n = c.sparse ? c.n_stored : n_rows;
  const bool suspect = c.type == CellType::f32 ? may_have_infinite<float>(c, n) : may_have_infinite<double>(c, n);
  if (!suspect) return kNone;
  for (std::size_t k = 0; k < n; ++k)
    if (std::isinf(stored_value(c, k))) return c.sparse ? c.stored_row(k) : k;
  return kNone;
}

}  // namespace

std::optional<std::pair<std::size_t, std::size_t>> find_infinite(const Table& table, int n_threads,
                                                                 Interrupt& interrupt) {
  std::vector<std::size_t> rows(table.columns.size());
  const auto search = [&](std::size_t j, int) { rows[j] = first_infinite(table.columns[j], table.n_rows); };
  const bool small = table.n_rows * table.columns.size() < 200'000;
  parallel_for(small ? 1 : n_threads, rows.size(), interrupt, search);
  for (std::size_t j = 0; j < rows.size(); ++j)
    if (rows[j] != std::numeric_limits<std::size_t>::max()) return std::pair{rows[j], j};
  return std::nullopt;
}

std::vector<std::int64_t> count_absent_cells(const Table& table, int n_threads, Interrupt& interrupt) {
  std::vector<std::int64_t> counts(2 * table.columns.size());
  const auto count = [&](std::size_t j, int) {
    const Column& c = table.columns[j];
    const bool whole_numbers = c.type != CellType::f32 && c.type != CellType::f64;
    if (whole_numbers && !c.categorical()) return;
    std::int64_t missing = 0, unknown = 0;
    visit_type(c.type, [&](auto* type) {
      using T = std::remove_cvref_t<decltype(*type)>;
      const std::size_t n = c.sparse ? c.n_stored : table.n_rows;
      for (std::size_t k = 0; k < n; ++k) {
        const auto x = static_cast<double>(load<T>(c.data, c.stride, k));
        missing += c.categorical() ? !(x >= 0) : x != x;
        unknown += c.categorical() && x >= c.levels;
      }
    });
    counts[2 * j] = missing;
    counts[2 * j + 1] = unknown;
  };
  const bool small = table.n_rows * table.columns.size() < 200'000;
  parallel_for(small ? 1 : n_threads, table.columns.size(), interrupt, count);
  return counts;
}

}  // namespace spinney
