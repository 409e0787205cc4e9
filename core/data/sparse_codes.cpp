// Stored cells by row and by code.
#include "data/sparse_codes.h"

#include <numeric>

#include "data/encoded_matrix.h"

namespace spinney {

SparseCodes::SparseCodes(const std::vector<EncodedColumn>& columns,
                         const std::vector<std::vector<Entry>>& by_code, std::size_t n_rows)
    : row_begin_(n_rows + 1), column_begin_(1) {
  std::size_t n_cells = 0;
  for (const auto& entries : by_code) n_cells += entries.size();
  entries_.reserve(n_cells);
  for (std::size_t f = 0; f < columns.size(); ++f) {
    is_sparse_.push_back(columns[f].storage == Storage::sparse);
    entries_.insert(entries_.end(), by_code[f].begin(), by_code[f].end());
    column_begin_.push_back(entries_.size());
    for (const Entry entry : by_code[f]) ++row_begin_[entry_row(entry) + 1];
  }
  std::partial_sum(row_begin_.begin(), row_begin_.end(), row_begin_.begin());
  cells_.resize(entries_.size());
  std::vector<std::size_t> next(row_begin_.begin(), row_begin_.end() - 1);
  for (std::uint32_t f = 0; f < columns.size(); ++f)
    for (const Entry entry : by_code[f]) cells_[next[entry_row(entry)]++] = {f, entry_code(entry)};
}

void SparseCodes::take(const Row* rows, std::size_t n, const std::vector<Row>& new_row,
                       SparseCodes& part) const {
  part.is_sparse_ = is_sparse_;
  part.row_begin_.assign(1, 0);
  part.column_begin_.assign(1, 0);
  part.cells_.clear();
  part.entries_.clear();
  for (std::size_t i = 0; i < n; ++i) {
    const Range<Cell> cells = row(rows[i]);
    part.cells_.insert(part.cells_.end(), cells.begin(), cells.end());
    part.row_begin_.push_back(part.cells_.size());
  }
  for (std::uint32_t f = 0; f < is_sparse_.size(); ++f) {
    for (const Entry entry : column(f))
      if (const Row row = new_row[entry_row(entry)]; row != kMissing)
        part.entries_.push_back(make_entry(entry_code(entry), row));
    part.column_begin_.push_back(part.entries_.size());
  }
}

}  // namespace spinney
