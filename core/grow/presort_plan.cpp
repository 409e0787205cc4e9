// The plan for presorting and for copies of subtrees.
#include "grow/presort_plan.h"

#include <algorithm>
#include <numeric>

namespace spinney {
namespace {

// Cells of presorted columns, 8 bytes each. Larger tables presort the columns of subtrees.
constexpr std::size_t kWholeCells = 4'000'000;
constexpr std::size_t kSharedCells = 32'000'000;  // shared by all trees of boosting
constexpr std::size_t kSubtreeCells = 2'000'000;
constexpr std::size_t kCachedBytes =
    256 << 10;  // a copy of this size stays in the cache while its subtree grows
constexpr std::size_t kCounted = 12;  // columns with at most this many values are counted

// The size of a row in a copy, which may store columns differently.
std::size_t bytes_per_row(const EncodedMatrix& matrix) {
  std::size_t n = 0;
  for (const EncodedColumn& column : matrix.columns) {
    const std::size_t width = code_width(column.storage);
    n += width > 0 ? width : sizeof(Code);
  }
  return n;
}

}  // namespace

std::vector<bool> presortable(const EncodedMatrix& matrix, const std::vector<bool>& occupied) {
  std::vector<bool> to_presort(matrix.columns.size());
  for (std::size_t j = 0; j < to_presort.size(); ++j) {
    const EncodedColumn& c = matrix.columns[j];
    const bool many = c.n_codes == 0 || c.n_codes > kCounted;
    to_presort[j] = c.storage != Storage::sparse && (c.categorical || many) &&
                    (occupied.empty() || !occupied[j]);
  }
  return to_presort;
}

PresortPlan plan_presort(const EncodedMatrix& matrix, const std::vector<bool>& to_presort,
                         const TreeOptions& options, bool shared) {
  const auto n_presorted =
      static_cast<std::size_t>(std::count(to_presort.begin(), to_presort.end(), true));
  const std::size_t n = matrix.n_rows, cells = n * n_presorted;
  const bool many_features = 4 * options.max_features > matrix.columns.size();
  const bool useful = n_presorted > 0 && many_features && !options.random_thresholds;
  PresortPlan plan;
  plan.whole = useful && cells <= (shared ? kSharedCells : kWholeCells);
  if (options.limits_leaves()) return plan;  // best-first growth needs all nodes of the tree
  // Copies have no fractions of rows, and a copy of sparse columns reads all of their cells.
  const bool may_copy = !plan.whole && !options.may_divide_rows() && matrix.sparse_codes.empty();
  plan.presort_copies =
      useful && may_copy && !options.multivariate();  // multivariate splits read cells
  // A copy of all features pays off if nodes read enough of them.
  const std::size_t n_features = matrix.columns.size(),
                    cached_rows = kCachedBytes / bytes_per_row(matrix);
  const bool cached = may_copy && n > 2 * cached_rows && n_features <= 8 * options.max_features;
  plan.copy_subtrees = plan.presort_copies || cached;
  if (plan.copy_subtrees)
    plan.subtree_rows =
        plan.presort_copies ? std::max<std::size_t>(1, kSubtreeCells / n_presorted) : cached_rows;
  if (options.n_threads > 1) {
    const std::size_t fair = n / (4 * static_cast<std::size_t>(options.n_threads));
    plan.subtree_rows =
        plan.copy_subtrees ? std::min(plan.subtree_rows, std::max<std::size_t>(fair, 1000)) : fair;
  }
  return plan;
}

std::shared_ptr<const PresortedColumns> shared_presort(const SharedCodes& codes,
                                                       const std::vector<bool>& to_presort,
                                                       int n_threads, Interrupt& interrupt) {
  EncodingKey key = codes.key;
  key.kind = EncodingKey::Kind::presorted;
  key.flags.insert(key.flags.end(), to_presort.begin(), to_presort.end());
  const EncodedMatrix& matrix = *codes.matrix;
  const auto presort = [&] {
    std::vector<Row> rows(matrix.n_rows);
    std::iota(rows.begin(), rows.end(), Row{0});
    return PresortedColumns(matrix, to_presort, rows.data(), rows.size(), n_threads, interrupt);
  };
  return get_encoding<PresortedColumns>(
      codes.encodings, key, interrupt, presort, [&](const PresortedColumns& columns) {
        return columns.features().size() * matrix.n_rows * sizeof(Entry);
      });
}

}  // namespace spinney
