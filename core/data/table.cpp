// Access to sparse cells, and checks for infinite and absent cells.
#include "data/table.h"

#include "base/pool.h"

namespace spinney {

std::size_t Column::first_stored(std::size_t row) const {
  std::size_t low = 0, high = n_stored;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (stored_row(middle) < row)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

double cell_value(const Column& c, std::size_t row) {
  if (!c.sparse) return stored_value(c, row);
  const std::size_t k = c.first_stored(row);
  return k < c.n_stored && c.stored_row(k) == row ? stored_value(c, k) : 0.0;
}

namespace {

// x - x is 0 for finite x and NaN otherwise, so one branch-free sum detects both NaN and infinity.
template <class T>
bool may_have_infinite(const Column& c, std::size_t n) {
  T sum = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const T x = load<T>(c.data, c.stride, k);
    sum += x - x;
  }
  return std::isnan(sum);
}

template <class T>
bool all_finite_block(const char* data, std::size_t n_rows, std::size_t n_columns,
                      std::ptrdiff_t stride) {
  constexpr std::size_t kLanes = 16;
  T sums[kLanes] = {};
  const bool flat = stride == static_cast<std::ptrdiff_t>(n_columns * sizeof(T));
  const std::size_t n_lines = flat ? 1 : n_rows, width = flat ? n_rows * n_columns : n_columns;
  for (std::size_t i = 0; i < n_lines; ++i) {
    const char* line = data + static_cast<std::ptrdiff_t>(i) * stride;
    std::size_t j = 0;
    for (; j + kLanes <= width; j += kLanes) {
      T x[kLanes];
      std::memcpy(x, line + j * sizeof(T), sizeof x);
      for (std::size_t k = 0; k < kLanes; ++k) sums[k] += x[k] - x[k];
    }
    for (; j < width; ++j) {
      const T x = load<T>(line, sizeof(T), j);
      sums[0] += x - x;
    }
  }
  for (const T sum : sums)
    if (std::isnan(sum)) return false;
  return true;
}

std::size_t first_infinite(const Column& c, std::size_t n_rows) {
  constexpr auto kNone = std::numeric_limits<std::size_t>::max();
  if (c.categorical() || (c.type != CellType::f32 && c.type != CellType::f64)) return kNone;
  const std::size_t n = c.sparse ? c.n_stored : n_rows;
  const bool suspect =
      c.type == CellType::f32 ? may_have_infinite<float>(c, n) : may_have_infinite<double>(c, n);
  if (!suspect) return kNone;
  for (std::size_t k = 0; k < n; ++k)
    if (std::isinf(stored_value(c, k))) return c.sparse ? c.stored_row(k) : k;
  return kNone;
}

}  // namespace

bool is_known_complete(const Table& t) {
  if (t.columns.empty()) return false;
  const Column& first = t.columns.front();
  const std::ptrdiff_t item = first.type == CellType::f32 ? sizeof(float) : sizeof(double);
  if (first.type != CellType::f32 && first.type != CellType::f64) return false;
  for (std::size_t j = 0; j < t.columns.size(); ++j) {
    const Column& c = t.columns[j];
    if (c.sparse || c.categorical() || c.type != first.type || c.stride != first.stride ||
        c.data != first.data + static_cast<std::ptrdiff_t>(j) * item)
      return false;
  }
  return first.type == CellType::f32
             ? all_finite_block<float>(first.data, t.n_rows, t.columns.size(), first.stride)
             : all_finite_block<double>(first.data, t.n_rows, t.columns.size(), first.stride);
}

std::optional<std::pair<std::size_t, std::size_t>> find_infinite(const Table& table, int n_threads,
                                                                 Interrupt& interrupt) {
  std::vector<std::size_t> rows(table.columns.size());
  const auto search = [&](std::size_t j, int) {
    rows[j] = first_infinite(table.columns[j], table.n_rows);
  };
  const bool small = table.n_rows * table.columns.size() < 200'000;
  parallel_for(small ? 1 : n_threads, rows.size(), interrupt, search);
  for (std::size_t j = 0; j < rows.size(); ++j)
    if (rows[j] != std::numeric_limits<std::size_t>::max()) return std::pair{rows[j], j};
  return std::nullopt;
}

std::vector<std::int64_t> count_absent_cells(const Table& table, int n_threads,
                                             Interrupt& interrupt) {
  std::vector<std::int64_t> counts(2 * table.columns.size());
  const auto count = [&](std::size_t j, int) {
    const Column& c = table.columns[j];
    const bool is_integer = c.type != CellType::f32 && c.type != CellType::f64;
    if (is_integer && !c.categorical()) return;
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
