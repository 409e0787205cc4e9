// Columns as integer codes: what trees are grown on.
//
// A numeric code is a rank among the column's distinct values, a bin, or (for float32 cells with
// many values) the cell's own bits, flipped so that they order as the numbers do: such a column
// needs neither a copy nor a code book. A categorical code is the level. Every code maps back to
// the user's numbers in float64.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/radix_sort.h"
#include "base/types.h"
#include "data/row_major.h"
#include "data/table.h"

namespace spinney {

enum class Storage : std::uint8_t {
  u8,
  u16,
  u32,
  direct,  // the user's own cells, of a type or with values that fit float32, coded as they are
           // read
  sparse,
  absent,  // no cells here: the column is served by presorted columns alone
};

// Bytes of a cell; 0 if they are not stored side by side.
inline std::size_t code_width(Storage storage) {
  switch (storage) {
    case Storage::u8: return 1;
    case Storage::u16: return 2;
    case Storage::u32: return 4;
    default: return 0;
  }
}

// What the codes of a column stand for: bins from `low` to `high`; single values, in `low` alone,
// or in `single` if they fit; or, when they are very many, the value that the user's column has in
// a row, one row per code.
struct CodeBook {
  std::vector<double> low, high;
  std::vector<float> single;
  std::vector<Row> example;
};

struct EncodedColumn {
  Storage storage = Storage::absent;
  bool categorical = false;
  std::uint32_t n_codes = 0;  // 0 for direct columns, whose codes are too many to count
  std::shared_ptr<const CodeBook> book;

  Column source;                    // direct: the user's cells
  std::vector<std::uint8_t> bytes;  // u8, u16, u32: a code per row
  std::vector<Row> stored_rows;     // sparse: rows of the stored codes
  std::vector<Code> stored_codes;
  Code absent_code = 0;  // sparse: the code of 0

  template <class T>
  const T* codes() const {
    return reinterpret_cast<const T*>(bytes.data());
  }
};

struct EncodedMatrix {
  std::size_t n_rows = 0;
  std::vector<EncodedColumn> columns;
  std::shared_ptr<const RowMajor>
      by_row;               // the same codes, if parts of the rows are to be taken often
  std::vector<Row> places;  // where its rows are there; empty: at their numbers
};

// Without branches: the signs of neighbors are unpredictable.
inline Code direct_code(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x + 0.0f);  // -0.0 becomes 0.0
  const auto negative = static_cast<std::uint32_t>(static_cast<std::int32_t>(bits) >> 31);
  const Code code = bits ^ (negative | 0x80000000u);
  return x == x ? code : kMissing;
}

inline float direct_value(Code code) {
  return std::bit_cast<float>(code & 0x80000000u ? code & 0x7FFFFFFFu : ~code);
}

// The codes of rows[0..n), which ascend; alone, or as entries with their rows.
void gather_codes(const EncodedColumn& column, const Row* rows, std::size_t n, Code* out);
void gather_entries(const EncodedColumn& column, const Row* rows, std::size_t n, Entry* out);

// The largest and smallest value that a numeric code stands for.
double highest_value(const EncodedColumn& column, Code code);
double lowest_value(const EncodedColumn& column, Code code);

// Asks for these values before they are needed: code books are large.
void prefetch_value(const EncodedColumn& column, Code code);

// The largest code from `low` to `high` whose values are all <= x; `low` if there is none.
Code last_code_at_most(const EncodedColumn& column, double x, Code low, Code high);

// The same columns for some of the rows only. Columns with `to_presort` set keep no cells.
EncodedMatrix take_rows(const EncodedMatrix& matrix, const Row* rows, std::size_t n,
                        const std::vector<bool>& to_presort);
// The same where an earlier part was: its memory is used again.
void take_rows(const EncodedMatrix& matrix, const Row* rows, std::size_t n,
               const std::vector<bool>& to_presort, EncodedMatrix& part);

// Stores codes in the narrowest width that leaves its largest number free for missing.
void store_codes(EncodedColumn& column, const Code* codes, std::size_t n);

}  // namespace spinney
