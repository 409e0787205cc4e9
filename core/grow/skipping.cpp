#include "grow/skipping.h"

#include <algorithm>
#include <numeric>

#include "data/each_code.h"

namespace spinney {
namespace {

bool misses_values(const CodedColumn& column, const std::vector<Row>& rows) {
  bool misses = false;
  each_code(column, rows.data(), rows.size(),
            [&](std::size_t, Code code) { misses |= code == kMissing; });
  return misses;
}

}  // namespace

std::vector<bool> columns_to_skip(const CodedMatrix& matrix,
                                  const std::vector<Route>& missing_route) {
  if (missing_route.empty()) return {};
  std::vector<Row> rows(matrix.n_rows);
  std::iota(rows.begin(), rows.end(), Row{0});
  std::vector<bool> skip(matrix.columns.size());
  for (std::size_t f = 0; f < skip.size(); ++f)
    skip[f] = missing_route[f] != Route::learned && misses_values(matrix.columns[f], rows);
  if (std::find(skip.begin(), skip.end(), true) == skip.end()) return {};
  return skip;
}

}  // namespace spinney
