// Reading, storing and subsetting encoded columns.
#include "data/encoded_matrix.h"

#include <algorithm>
#include <cmath>

#include "data/each_code.h"

namespace spinney {
namespace {

template <class T>
void store_as(EncodedColumn& column, const Code* codes, std::size_t n) {
  column.bytes.resize(n * sizeof(T));
  T* out = reinterpret_cast<T*>(column.bytes.data());
  for (std::size_t i = 0; i < n; ++i)
    out[i] = static_cast<T>(codes[i]);  // kMissing becomes T's maximum
}

}  // namespace

void gather_codes(const EncodedColumn& column, const Row* rows, std::size_t n, Code* out) {
  each_code(column, rows, n, [&](std::size_t i, Code code) { out[i] = code; });
}

void gather_entries(const EncodedColumn& column, const Row* rows, std::size_t n, Entry* out) {
  each_code(column, rows, n, [&](std::size_t i, Code code) { out[i] = make_entry(code, rows[i]); });
}

double highest_value(const EncodedColumn& column, Code code) {
  if (!column.book || column.book->high.empty()) return lowest_value(column, code);
  return column.book->high[code];
}

double lowest_value(const EncodedColumn& column, Code code) {
  if (!column.book) return static_cast<double>(direct_value(code));
  const CodeBook& book = *column.book;
  if (!book.single.empty()) return static_cast<double>(book.single[code]);
  return book.low.empty() ? cell_value(column.source, book.example[code]) : book.low[code];
}

void prefetch_value(const EncodedColumn& column, Code code) {
  if (!column.book || code >= column.n_codes) return;
  const CodeBook& book = *column.book;
  if (!book.single.empty())
    __builtin_prefetch(&book.single[code]);
  else if (!book.low.empty())
    __builtin_prefetch(&book.low[code]);
}

Code last_code_at_most(const EncodedColumn& column, double x, Code low, Code high) {
  if (column.book) {
    while (low < high) {
      const Code middle = low + (high - low + 1) / 2;
      if (highest_value(column, middle) <= x)
        low = middle;
      else
        high = middle - 1;
    }
    return low;
  }
  float rounded = static_cast<float>(x);
  if (static_cast<double>(rounded) > x)
    rounded = std::nextafterf(rounded, -std::numeric_limits<float>::infinity());
  return std::clamp(direct_code(rounded), low, high);
}

void store_codes(EncodedColumn& column, const Code* codes, std::size_t n) {
  const bool direct = !column.categorical && !column.book;
  if (direct) {
    column.storage = Storage::u32;
    store_as<std::uint32_t>(column, codes, n);
  } else if (column.n_codes <= 0xFF) {
    column.storage = Storage::u8;
    store_as<std::uint8_t>(column, codes, n);
  } else if (column.n_codes <= 0xFFFF) {
    column.storage = Storage::u16;
    store_as<std::uint16_t>(column, codes, n);
  } else {
    column.storage = Storage::u32;
    store_as<std::uint32_t>(column, codes, n);
  }
}

namespace {

// `new_row`: per row its number in the part, or kMissing.
void take_sparse(const EncodedColumn& from, const std::vector<Row>& new_row, EncodedColumn& to) {
  to.storage = Storage::sparse;
  to.absent_code = from.absent_code;
  to.stored_rows.clear();
  to.stored_codes.clear();
  for (std::size_t k = 0; k < from.stored_rows.size(); ++k)
    if (const Row row = new_row[from.stored_rows[k]]; row != kMissing) {
      to.stored_rows.push_back(row);
      to.stored_codes.push_back(from.stored_codes[k]);
    }
}

template <class T>
void take_codes(const EncodedColumn& from, const Row* rows, std::size_t n, EncodedColumn& to) {
  to.storage = from.storage;
  to.bytes.resize(n * sizeof(T));
  const T* codes = from.codes<T>();
  T* __restrict out = reinterpret_cast<T*>(to.bytes.data());  // bytes may alias anything
  for (std::size_t i = 0; i < n; ++i) out[i] = codes[rows[i]];
}

void take_column(const EncodedColumn& from, const Row* rows, std::size_t n, EncodedColumn& to) {
  switch (from.storage) {
    case Storage::u8: return take_codes<std::uint8_t>(from, rows, n, to);
    case Storage::u16: return take_codes<std::uint16_t>(from, rows, n, to);
    case Storage::u32: return take_codes<std::uint32_t>(from, rows, n, to);
    case Storage::sparse:  // take_sparse()
    case Storage::direct:
    case Storage::absent: break;
  }
  std::vector<Code> codes(n);
  gather_codes(from, rows, n, codes.data());
  store_codes(to, codes.data(), n);
}

}  // namespace

EncodedMatrix take_rows(const EncodedMatrix& matrix, const Row* rows, std::size_t n,
                        const std::vector<bool>& to_presort) {
  EncodedMatrix part;
  take_rows(matrix, rows, n, to_presort, part);
  return part;
}

void take_rows(const EncodedMatrix& matrix, const Row* rows, std::size_t n,
               const std::vector<bool>& to_presort, EncodedMatrix& part) {
  constexpr std::size_t kDense = 8;  // with denser rows, cache lines of columns are shared
  const RowMajor* by_row = n < matrix.n_rows / kDense ? matrix.by_row.get() : nullptr;
  std::vector<Row> new_row;  // for sparse columns
  if (!matrix.sparse_codes.empty()) {
    new_row.assign(matrix.n_rows, kMissing);
    for (std::size_t i = 0; i < n; ++i) new_row[rows[i]] = static_cast<Row>(i);
    matrix.sparse_codes.take(rows, n, new_row, part.sparse_codes);
  }
  part.n_rows = n;
  part.columns.resize(matrix.columns.size());
  for (std::size_t j = 0; j < part.columns.size(); ++j) {
    const EncodedColumn& from = matrix.columns[j];
    EncodedColumn& to = part.columns[j];
    to.categorical = from.categorical;
    to.n_codes = from.n_codes;
    to.book = from.book;
    to.source = from.source;
    if (to_presort[j]) continue;
    if (from.storage == Storage::sparse)
      take_sparse(from, new_row, to);
    else if (by_row && by_row->has(j))
      to.storage = from.storage;
    else
      take_column(from, rows, n, to);
  }
  if (by_row) by_row->take(rows, n, matrix.places, to_presort, part);
}

}  // namespace spinney
