// Choice of the encoding of each column, and the encoders.
#include "data/encode.h"

#include <algorithm>
#include <cmath>

#include "base/pool.h"
#include "base/radix_sort.h"
#include "data/distinct_values.h"
#include "data/ranks.h"

namespace spinney {
namespace {

constexpr std::size_t kSample = 1024;  // cells checked before all cells are read
// With more values, a row index per value takes less memory than the value itself.
constexpr std::size_t kFewExamples = 65'535;

// The cells of a column as (row, key): training rows of a dense column, stored cells of a sparse
// one.
class Cells {
 public:
  Cells(const Column& column, const std::vector<Row>& rows) : column_(column), rows_(rows) {}

  std::size_t size() const { return column_.sparse ? column_.n_stored : rows_.size(); }

  // Calls visit(row, key) until it returns false; returns whether all cells were visited.
  template <class F>
  bool all(F&& visit) const {
    return visit_type(column_.type, [&](auto* type) {
      using T = std::remove_cvref_t<decltype(*type)>;
      for (std::size_t i = 0; i < size(); ++i) {
        const std::size_t at = column_.sparse ? i : rows_[i];
        const auto row = static_cast<Row>(column_.sparse ? column_.stored_row(i) : at);
        if (!visit(row, order_key(static_cast<double>(load<T>(column_.data, column_.stride, at)))))
          return false;
      }
      return true;
    });
  }

  // Whether a sample of evenly spaced cells has more than kMaxDistinct values.
  bool has_many_values() const {
    DistinctValues values;
    const std::size_t step = rows_.size() / kSample;
    for (std::size_t i = 0; i < rows_.size(); i += step)
      if (!values.insert(order_key(stored_value(column_, rows_[i])))) return true;
    return false;
  }

  // Whether every cell is exactly representable as float32.
  bool fit_float() const {
    if (column_.type == CellType::f32) return true;
    if (column_.type != CellType::f64) return false;
    for (const Row r : rows_) {
      const auto x = load<double>(column_.data, column_.stride, r);
      if (x == x && static_cast<double>(static_cast<float>(x)) != x) return false;
    }
    return true;
  }

 private:
  const Column& column_;
  const std::vector<Row>& rows_;
};

void encode_distinct(const Cells& cells, std::size_t n_rows, DistinctValues& distinct,
                     EncodedColumn& out) {
  auto book = std::make_shared<CodeBook>();
  book->low = distinct.rank();
  out.n_codes = static_cast<std::uint32_t>(book->low.size());
  out.book = std::move(book);
  out.storage = Storage::u8;
  out.bytes.resize(n_rows);
  cells.all([&](Row row, std::uint64_t key) {
    out.bytes[row] = static_cast<std::uint8_t>(distinct.code(key));
    return true;
  });
}

void encode_sorted(const Column& column, const Cells& cells, std::size_t n_rows,
                   const Quantiles& quantiles, EncodedColumn& out) {
  Keys keys;
  keys.reserve(cells.size());
  cells.all([&](Row row, std::uint64_t key) {
    keys.emplace_back(key, row);
    return true;
  });
  sort_keys(keys);
  std::vector<Code> sorted_codes, codes(n_rows);
  const auto book = rank_keys(keys, quantiles, 0, sorted_codes);
  out.n_codes = static_cast<std::uint32_t>(book->low.size());
  for (std::size_t i = 0; i < keys.size(); ++i) codes[keys[i].second] = sorted_codes[i];
  if (out.n_codes > kFewExamples && book->high.empty()) {
    book->low = std::vector<double>();  // releases the memory, unlike = {}
    book->example.reserve(out.n_codes);
    for (std::size_t i = 0; i < keys.size() && sorted_codes[i] != kMissing; ++i)
      if (sorted_codes[i] == book->example.size()) book->example.push_back(keys[i].second);
    out.source = column;
  }
  out.book = book;
  keys = Keys();
  store_codes(out, codes.data(), n_rows);
}

// Encodes numbers that fit float32 as ranks.
void encode_ranks(const Column& column, const std::vector<Row>& rows, std::size_t n_rows,
                  EncodedColumn& out) {
  EncodedColumn direct;
  direct.storage = Storage::direct;
  direct.source = column;
  std::vector<Entry> entries(rows.size()), spare(rows.size());
  gather_entries(direct, rows.data(), rows.size(), entries.data());
  const Entry* sorted = sort_entries(entries.data(), spare.data(), rows.size());
  auto book = std::make_shared<CodeBook>();
  std::vector<Code> codes(n_rows, kMissing);
  for (std::size_t i = 0; i < rows.size() && entry_code(sorted[i]) != kMissing; ++i) {
    if (i == 0 || entry_code(sorted[i]) != entry_code(sorted[i - 1]))
      book->single.push_back(direct_value(entry_code(sorted[i])));
    codes[entry_row(sorted[i])] = static_cast<Code>(book->single.size() - 1);
  }
  out.n_codes = static_cast<std::uint32_t>(book->single.size());
  out.book = std::move(book);
  store_codes(out, codes.data(), n_rows);
}

// `by_code` receives the stored cells in the order of their codes.
void encode_sparse(const Column& column, const std::vector<Row>& rows, const Quantiles& quantiles,
                   EncodedColumn& out, std::vector<Entry>& by_code) {
  const Cells cells(column, rows);
  double zeros = quantiles.total;
  Keys keys;
  cells.all([&](Row row, std::uint64_t key) {
    if (quantiles.share[row] > 0) {
      keys.emplace_back(key, row);
      zeros -= quantiles.share[row];
    }
    return true;
  });
  if (keys.size() < rows.size()) keys.emplace_back(order_key(0.0), kAbsentCells);
  sort_keys(keys);
  std::vector<Code> codes;
  out.book = rank_keys(keys, quantiles, std::max(zeros, 0.0), codes);
  out.n_codes = static_cast<std::uint32_t>(out.book->low.size());
  std::vector<std::pair<Row, Code>> stored;
  out.storage = Storage::sparse;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].second == kAbsentCells) {
      out.absent_code = codes[i];
      continue;
    }
    by_code.push_back(make_entry(codes[i], keys[i].second));
    stored.emplace_back(keys[i].second, codes[i]);
  }
  std::sort(stored.begin(), stored.end());
  for (const auto& [row, code] : stored) {
    out.stored_rows.push_back(row);
    out.stored_codes.push_back(code);
  }
}

void encode_categories(const Column& column, const std::vector<Row>& rows, std::size_t n_rows,
                       EncodedColumn& out) {
  out.categorical = true;
  out.n_codes = column.levels;
  std::vector<Code> codes(n_rows);
  for (const Row r : rows) codes[r] = level_code(cell_value(column, r), column.levels);
  store_codes(out, codes.data(), n_rows);
}

void encode_column(const Column& column, const std::vector<Row>& rows, std::size_t n_rows,
                   const Quantiles& quantiles, bool copies, EncodedColumn& out,
                   std::vector<Entry>& by_code) {
  if (column.categorical()) return encode_categories(column, rows, n_rows, out);
  if (column.sparse) return encode_sparse(column, rows, quantiles, out, by_code);
  const Cells cells(column, rows);
  const auto direct = [&] {
    if (copies) return encode_ranks(column, rows, n_rows, out);
    out.storage = Storage::direct;
    out.source = column;
  };
  if (quantiles.max_bins == kNoLimit && rows.size() <= kMaxDistinct && cells.fit_float())
    return direct();
  DistinctValues distinct;
  const bool many = rows.size() > kSample && cells.has_many_values();
  if (!many && cells.all([&](Row, std::uint64_t key) { return distinct.insert(key); })) {
    const bool fits = quantiles.max_bins > kMaxDistinct;
    if (fits) return encode_distinct(cells, n_rows, distinct, out);
  } else if (quantiles.max_bins == kNoLimit && cells.fit_float()) {
    return direct();
  }
  encode_sorted(column, cells, n_rows, quantiles, out);
}

}  // namespace

EncodedMatrix encode(const Table& table, const std::vector<Row>& rows, const double* weight,
                     const EncodeOptions& options, Interrupt& interrupt) {
  EncodedMatrix matrix;
  matrix.n_rows = table.n_rows;
  matrix.columns.resize(table.columns.size());
  Quantiles quantiles{options.max_bins, weight, {}};
  if (std::any_of(table.columns.begin(), table.columns.end(),
                  [](const Column& c) { return c.sparse; })) {
    quantiles.share.resize(table.n_rows);
    for (const Row r : rows) quantiles.total += quantiles.share[r] = weight ? weight[r] : 1.0;
  }
  const bool small = table.n_rows * table.columns.size() < 20'000;
  std::vector<std::vector<Entry>> by_code(matrix.columns.size());
  parallel_for(small ? 1 : options.n_threads, matrix.columns.size(), interrupt,
               [&](std::size_t j, int) {
                 encode_column(table.columns[j], rows, table.n_rows, quantiles, options.copies,
                               matrix.columns[j], by_code[j]);
               });
  if (std::any_of(matrix.columns.begin(), matrix.columns.end(),
                  [](const EncodedColumn& c) { return c.storage == Storage::sparse; }))
    matrix.sparse_codes = SparseCodes(matrix.columns, by_code, matrix.n_rows);
  return matrix;
}

}  // namespace spinney
