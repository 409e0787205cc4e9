// Columns whose missing rows are skipped by the search.
#include "grow/skip_missing.h"

#include <algorithm>
#include <numeric>

#include "data/each_code.h"

namespace spinney {
namespace {

bool has_missing_values(const EncodedColumn& column, const std::vector<Row>& rows) {
  bool misses = false;
  each_code(column, rows.data(), rows.size(),
            [&](std::size_t, Code code) { misses |= code == kMissing; });
  return misses;
}

}  // namespace

std::vector<bool> columns_skipping_missing(const EncodedMatrix& matrix,
                                           const std::vector<MissingRoute>& missing_route) {
  if (missing_route.empty()) return {};
  std::vector<Row> rows(matrix.n_rows);
  std::iota(rows.begin(), rows.end(), Row{0});
  std::vector<bool> skip(matrix.columns.size());
  for (std::size_t f = 0; f < skip.size(); ++f)
    skip[f] =
        missing_route[f] != MissingRoute::learned && has_missing_values(matrix.columns[f], rows);
  if (std::find(skip.begin(), skip.end(), true) == skip.end()) return {};
  return skip;
}

}  // namespace spinney
