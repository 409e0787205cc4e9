// Copies of rows, and traversal by groups of eight rows.
#include "predict/row_sample.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

#include "predict/compiled.h"

namespace spinney {
namespace {

// Rows copied at a time: in many tables the cells of a row are adjacent.
constexpr std::size_t kTile = 256;

void copy_dense(const Column& c, std::span<const Row> rows, double* out) {
  visit_type(c.type, [&](auto* type) {
    using T = std::remove_cvref_t<decltype(*type)>;
    for (std::size_t i = 0; i < rows.size(); ++i)
      out[i] = static_cast<double>(load<T>(c.data, c.stride, rows[i]));
  });
}

// `out` must be zero-initialized.
void copy_sparse(const Column& c, std::span<const Row> rows, double* out) {
  std::size_t k = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    while (k < c.n_stored && c.stored_row(k) < rows[i]) ++k;
    if (k < c.n_stored && c.stored_row(k) == rows[i]) out[i] = stored_value(c, k);
  }
}

}  // namespace

std::vector<bool> used_features(const Tree& tree) {
  std::vector<bool> used(tree.n_features);
  for (std::size_t i = 0; i < tree.size(); ++i)
    if (tree.kind[i] != NodeKind::leaf)
      tree.each_credit(i, [&](std::uint32_t feature, double) { used[feature] = true; });
  for (const auto feature : tree.surrogates.feature) used[feature] = true;
  return used;
}

RowSample::RowSample(const Table& table, const std::vector<Row>& rows,
                     const std::vector<bool>& marked)
    : table_{rows.size(), table.columns}, slots_(table.columns.size()) {
  const std::size_t n = rows.size();
  std::uint32_t n_slots = 0;
  for (std::size_t f = 0; f < marked.size(); ++f)
    if (marked[f]) slots_[f] = n_slots++;
  cells_.resize(std::max<std::size_t>(1, n_slots) * n);  // leaves read slot 0
  for (std::size_t begin = 0; begin < n; begin += kTile)
    for (std::size_t f = 0; f < marked.size(); ++f)
      if (marked[f] && !table.columns[f].sparse)
        copy_dense(table.columns[f], std::span(rows).subspan(begin, std::min(kTile, n - begin)),
                   column(f) + begin);
  for (std::size_t f = 0; f < marked.size(); ++f) {
    const Column& c = table.columns[f];
    if (marked[f] && c.sparse) copy_sparse(c, rows, column(f));
    table_.columns[f] = {CellType::f64, nullptr, sizeof(double), c.levels};
    if (!marked[f]) continue;
    table_.columns[f].data = reinterpret_cast<const char*>(column(f));
    if (!c.categorical())
      has_missing_ |= std::any_of(column(f), column(f) + n, [](double x) { return std::isnan(x); });
  }
}

void RowSample::reorder(const std::vector<Row>& order) {
  std::vector<double> kept(order.size());
  for (auto column = cells_.begin(); column != cells_.end();
       column += static_cast<std::ptrdiff_t>(kept.size())) {
    std::copy_n(column, kept.size(), kept.begin());
    std::transform(order.begin(), order.end(), column, [&](Row row) { return kept[row]; });
  }
}

SampleWalk::SampleWalk(const Tree& tree, const RowSample& sample)
    : tree_(tree), sample_(sample), nodes_(tree.size()), missing_right_(tree.size()) {
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const auto child = static_cast<std::uint32_t>(tree.first_child[i]);
    if (tree.kind[i] == NodeKind::leaf) {
      nodes_[i] = {std::numeric_limits<double>::infinity(), 0, i};
    } else if (tree.kind[i] == NodeKind::number) {
      nodes_[i] = {tree.threshold[i], sample.slot(tree.feature[i]), child};
      missing_right_[i] = !*goes_left(tree, i, SplitResult::missing);
    } else {
      nodes_[i] = {0.0, kCategory, child};
      has_categories_ = true;
    }
  }
}

inline bool SampleWalk::set_goes_right(std::uint32_t node, Row row) const {
  const double* cells = sample_.cells() + row;
  const auto cell = [&](std::size_t feature) {
    return cells[sample_.slot(feature) * sample_.n_rows()];
  };
  return decide(tree_, node, sample_.table(), cell).child == 1;
}

// Processes rows in groups, to hide memory latency, until all rows of a group are at leaves.
template <bool kMissing, bool kCategories>
void SampleWalk::walk_groups(const Row* rows, std::uint32_t* at, std::size_t n) const {
  constexpr std::size_t kGroup = 8;
  const double* cells = sample_.cells();
  const std::size_t n_rows = sample_.n_rows();
  for (std::size_t first = 0; first < n; first += kGroup) {
    const std::size_t last = std::min(kGroup, n - first);
    Row row[kGroup];
    std::uint32_t here[kGroup], moved = 1;
    for (std::size_t i = 0; i < kGroup; ++i) {
      row[i] = rows[first + std::min(i, last - 1)];
      here[i] = at[first + std::min(i, last - 1)];
    }
    while (moved) {
      moved = 0;
      for (std::size_t i = 0; i < kGroup; ++i) {
        const Node& node = nodes_[here[i]];
        std::uint32_t next = node.child;
        if (kCategories && node.slot == kCategory) {
          next += set_goes_right(here[i], row[i]);
        } else {
          const double x = cells[node.slot * n_rows + row[i]];
          next += x > node.threshold;
          if (kMissing) next += (x != x) & missing_right_[here[i]];
        }
        moved |= next ^ here[i];
        here[i] = next;
      }
    }
    std::copy_n(here, last, at + first);
  }
}

void SampleWalk::walk(const Row* rows, std::uint32_t* at, std::size_t n) const {
  if (has_categories_)
    walk_groups<true, true>(rows, at, n);
  else if (sample_.has_missing())
    walk_groups<true, false>(rows, at, n);
  else
    walk_groups<false, false>(rows, at, n);
}

std::vector<RowPart> find_ends(const Tree& tree, const RowSample& sample, Interrupt& interrupt) {
  if (!is_plain(tree)) return find_parts(tree, sample.table(), interrupt);
  std::vector<Row> rows(sample.n_rows());
  std::iota(rows.begin(), rows.end(), Row{0});
  std::vector<std::uint32_t> leaf(rows.size());
  SampleWalk(tree, sample).walk(rows.data(), leaf.data(), rows.size());
  std::vector<RowPart> ends;
  for (const Row row : rows) ends.push_back({row, leaf[row], 1.0});
  return ends;
}

}  // namespace spinney
