// Cuts between distinct values, or at quantiles of a sample of rows.
#include "data/cuts.h"

#include <algorithm>

#include "base/radix_sort.h"
#include "base/random.h"
#include "data/cells.h"
#include "data/distinct_values.h"
#include "data/encoded_matrix.h"

namespace spinney {
namespace {

constexpr std::size_t kSampleRows = 200'000;
constexpr std::size_t kBlockRows = 1024;

// Midpoint of two neighboring values, rounded so that it is below the upper one.
double between(double low, double high) {
  const double middle = low / 2 + high / 2;
  return middle < high ? middle : low;
}

struct ColumnScan {
  DistinctValues values;
  bool fits = true, missing = false;
};

// The distinct values of a sparse column.
ColumnScan scan_stored(const Column& c, std::size_t n_rows, std::size_t max_values) {
  ColumnScan seen{DistinctValues(max_values)};
  if (c.n_stored < n_rows) seen.values.insert(order_key(0.0));
  for (std::size_t k = 0; k < c.n_stored; ++k) {
    const double value = stored_value(c, k);
    if (!seen.values.insert(order_key(value))) return {DistinctValues(max_values), false, true};
    seen.missing |= value != value;
  }
  return seen;
}

// The distinct values of a column; `fits` is false if there are more than max_values.
ColumnScan scan_column(const Column& c, std::size_t n_rows, std::size_t max_values) {
  if (c.sparse) return scan_stored(c, n_rows, max_values);
  ColumnScan seen{DistinctValues(max_values)};
  // Check evenly spaced rows first: most columns with many values fail here.
  for (std::size_t k = 0; k < 1024 && n_rows > 4096; ++k)
    if (!seen.values.insert(order_key(cell_value(c, k * n_rows / 1024))))
      return {DistinctValues(max_values), false, true};
  double block[kBlockRows];
  for (std::size_t begin = 0; begin < n_rows; begin += kBlockRows) {
    const std::size_t n = std::min(kBlockRows, n_rows - begin);
    read_cells(c, begin, n, block);
    for (std::size_t i = 0; i < n; ++i) {
      if (!seen.values.insert(order_key(block[i])))
        return {DistinctValues(max_values), false, true};
      seen.missing |= block[i] != block[i];
    }
  }
  return seen;
}

// Row i of a stratified sample: a random row from each of n equal ranges.
std::size_t sampled_row(std::size_t i, std::size_t n, std::size_t n_rows) {
  if (n == n_rows) return i;
  const double u = static_cast<double>(mix(i) >> 11) * 0x1.0p-53;
  return static_cast<std::size_t>((static_cast<double>(i) + u) * static_cast<double>(n_rows) /
                                  static_cast<double>(n));
}

// Sorted values of the sampled rows of a sparse column, without missing ones. Zeros are counted,
// not sorted.
std::vector<double> sorted_sparse_sample(const Column& c, std::size_t n, std::size_t n_rows) {
  std::vector<double> values;
  std::size_t n_zeros = 0;
  for (std::size_t i = 0, k = 0; i < n; ++i) {
    const std::size_t row = sampled_row(i, n, n_rows);
    while (k < c.n_stored && c.stored_row(k) < row) ++k;
    if (k == c.n_stored || c.stored_row(k) > row)
      ++n_zeros;
    else if (const double x = stored_value(c, k); x == x)
      values.push_back(x);
  }
  std::sort(values.begin(), values.end());
  values.insert(std::lower_bound(values.begin(), values.end(), 0.0), n_zeros, 0.0);
  return values;
}

// The same of any column.
std::vector<double> sorted_sample(const Column& c, std::size_t n_rows) {
  const std::size_t n = std::min(n_rows, kSampleRows);
  if (c.sparse) return sorted_sparse_sample(c, n, n_rows);
  std::vector<double> values;
  values.reserve(n);
  if (c.type == CellType::f32) {
    std::vector<Entry> entries(n), spare(n);
    for (std::size_t i = 0; i < n; ++i)
      entries[i] =
          make_entry(direct_code(load<float>(c.data, c.stride, sampled_row(i, n, n_rows))), 0);
    const Entry* sorted = sort_entries(entries.data(), spare.data(), n);
    for (std::size_t i = 0; i < n && entry_code(sorted[i]) != kMissing; ++i)
      values.push_back(static_cast<double>(direct_value(entry_code(sorted[i]))));
  } else {
    for (std::size_t i = 0; i < n; ++i) {
      const double x = cell_value(c, sampled_row(i, n, n_rows));
      if (x == x) values.push_back(x);
    }
    std::sort(values.begin(), values.end());
  }
  return values;
}

// Cuts into bins with about equal numbers of rows; a frequent value gets its own bin.
std::vector<double> quantile_cuts(const std::vector<double>& sorted, std::uint32_t max_bins) {
  std::vector<double> cuts;
  std::size_t at = 0;
  for (std::uint32_t left = max_bins; left > 1 && at < sorted.size(); --left) {
    at += std::max<std::size_t>(1, (sorted.size() - at + left / 2) / left);
    while (at < sorted.size() && sorted[at] == sorted[at - 1]) ++at;
    if (at < sorted.size()) cuts.push_back(between(sorted[at - 1], sorted[at]));
  }
  return cuts;
}

}  // namespace

Cuts choose_cuts(const Column& column, std::size_t n_rows, std::uint32_t max_bins) {
  Cuts cuts;
  ColumnScan seen = scan_column(column, n_rows, max_bins);
  if (!seen.fits) {
    cuts.at = quantile_cuts(sorted_sample(column, n_rows), max_bins);
    return cuts;
  }
  cuts.maybe_missing = seen.missing;
  const auto values = seen.values.rank();
  for (std::size_t i = 0; i + 1 < values.size(); ++i)
    cuts.at.push_back(between(values[i], values[i + 1]));
  return cuts;
}

}  // namespace spinney
