#include "data/encode.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "base/pool.h"
#include "base/radix_sort.h"

namespace spinney {
namespace {

constexpr std::size_t kFew = 254;             // distinct values of a narrow column
constexpr std::size_t kFewExamples = 65'535;  // above, a value takes less room as a row that has it
constexpr std::uint64_t kNanKey = ~std::uint64_t{0};

// A 64-bit number that orders as the doubles do; NaN comes last.
std::uint64_t order_key(double x) {
  if (x != x) return kNanKey;
  const auto bits = std::bit_cast<std::uint64_t>(x + 0.0);
  return bits >> 63 ? ~bits : bits | (std::uint64_t{1} << 63);
}

double key_value(std::uint64_t key) {
  return std::bit_cast<double>(key >> 63 ? key & ~(std::uint64_t{1} << 63) : ~key);
}

// Distinct values of a column while they are few: a small open-addressing table.
class FewValues {
 public:
  // False once there are too many.
  bool insert(std::uint64_t key) {
    if (key == kNanKey) return true;
    std::size_t at = slot(key);
    while (used_[at] && keys_[at] != key) at = (at + 1) % kSize;
    if (used_[at]) return true;
    if (count_ == kFew) return false;
    used_[at] = true;
    keys_[at] = key;
    ++count_;
    return true;
  }

  // Gives every value its rank; returns the values in order.
  std::vector<double> rank() {
    std::vector<std::uint64_t> keys;
    for (std::size_t i = 0; i < kSize; ++i)
      if (used_[i]) keys.push_back(keys_[i]);
    std::sort(keys.begin(), keys.end());
    std::vector<double> values;
    for (std::size_t r = 0; r < keys.size(); ++r) {
      ranks_[find(keys[r])] = static_cast<Code>(r);
      values.push_back(key_value(keys[r]));
    }
    return values;
  }

  Code code(std::uint64_t key) const { return key == kNanKey ? kMissing : ranks_[find(key)]; }

 private:
  static constexpr std::size_t kSize = 1024;
  static std::size_t slot(std::uint64_t key) { return (key * 0x9E3779B97F4A7C15ull) >> 54; }
  std::size_t find(std::uint64_t key) const {
    std::size_t at = slot(key);
    while (keys_[at] != key || !used_[at]) {
      if (!used_[at]) return at;  // a row that takes no part in training: any code will do
      at = (at + 1) % kSize;
    }
    return at;
  }

  std::array<std::uint64_t, kSize> keys_{};
  std::array<bool, kSize> used_{};
  std::array<Code, kSize> ranks_{};
  std::size_t count_ = 0;
};

// The column's cells as (row, key): the training rows of a dense column, the stored cells of a sparse one.
class Cells {
 public:
  Cells(const Column& column, const std::vector<Row>& rows) : column_(column), rows_(rows) {}

  std::size_t size() const { return column_.sparse ? column_.n_stored : rows_.size(); }

  template <class F>
  bool all(F&& visit) const {  // visit(row, key) returns whether to go on
    return visit_type(column_.type, [&](auto* type) {
      using T = std::remove_cvref_t<decltype(*type)>;
      for (std::size_t i = 0; i < size(); ++i) {
        const std::size_t at = column_.sparse ? i : rows_[i];
        const auto row = static_cast<Row>(column_.sparse ? column_.stored_row(i) : at);
        if (!visit(row, order_key(static_cast<double>(load<T>(column_.data, column_.stride, at))))) return false;
      }
      return true;
    });
  }

  // Whether a few hundred cells, evenly spread, hold more values than a narrow column may.
  bool look_many() const {
    FewValues values;
    const std::size_t step = std::max<std::size_t>(1, rows_.size() / 1024);
    for (std::size_t i = 0; i < rows_.size(); i += step)
      if (!values.insert(order_key(stored_value(column_, rows_[i])))) return true;
    return false;
  }

  // Whether float32 holds every cell exactly.
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

struct Quantiles {
  std::uint32_t max_bins;
  const double* weight;
  std::vector<double> share;  // for sparse columns: each row's weight, 0 for rows that take no part
  double total = 0;
};

using Keys = std::vector<std::pair<std::uint64_t, Row>>;

// Cuts sorted runs of equal keys into at most max_bins bins of about equal weight; one bin per value if they suffice.
std::vector<Code> bin_of_value(const std::vector<double>& run_weight, std::uint32_t max_bins) {
  std::vector<Code> bins(run_weight.size());
  double total = 0;
  for (const double w : run_weight) total += w;
  double before = 0;
  Code bin = 0;
  for (std::size_t r = 0; r < bins.size(); ++r) {
    const auto middle = static_cast<Code>((before + run_weight[r] / 2) / total * max_bins);
    const std::size_t left = bins.size() - r;
    if (r > 0) {
      const bool enough = bin + left <= max_bins - 1;  // every further value can have its own bin
      if (enough || middle > bin) bin = std::min<Code>(bin + 1, max_bins - 1);
    }
    bins[r] = bin;
    before += run_weight[r];
  }
  return bins;
}

// Ranks (or bins) of sorted keys; codes[i] belongs to keys[i]. `zeros` weighs the cells that a sparse column does not
// store.
std::shared_ptr<CodeBook> rank_keys(Keys& keys, double zeros, const Quantiles& quantiles, std::vector<Code>& codes,
                                    Code& zero_code) {
  const std::uint64_t zero = order_key(0.0);
  std::vector<double> values, weights;
  codes.resize(keys.size());
  for (std::size_t i = 0; i < keys.size() && keys[i].first != kNanKey; ++i) {
    if (zeros > 0 && keys[i].first >= zero && (values.empty() || values.back() < 0)) {
      values.push_back(0.0);
      weights.push_back(zeros);
    }
    if (values.empty() || order_key(values.back()) != keys[i].first) {
      values.push_back(key_value(keys[i].first));
      weights.push_back(0);
    }
    weights.back() += quantiles.weight ? quantiles.weight[keys[i].second] : 1.0;
    codes[i] = static_cast<Code>(values.size() - 1);
  }
  if (zeros > 0 && (values.empty() || values.back() < 0)) {
    values.push_back(0.0);
    weights.push_back(zeros);
  }
  for (std::size_t i = keys.size(); i-- > 0 && keys[i].first == kNanKey;) codes[i] = kMissing;
  auto book = std::make_shared<CodeBook>();
  zero_code = static_cast<Code>(std::lower_bound(values.begin(), values.end(), 0.0) - values.begin());
  if (!quantiles.max_bins || values.size() <= quantiles.max_bins) {
    book->low = std::move(values);
    return book;
  }
  const auto bins = bin_of_value(weights, quantiles.max_bins);
  for (std::size_t r = 0; r < values.size(); ++r) {
    if (book->low.size() == bins[r]) book->low.push_back(values[r]);
    book->high.resize(book->low.size());
    book->high.back() = values[r];
  }
  for (auto& code : codes)
    if (code != kMissing) code = bins[code];
  if (zero_code < bins.size()) zero_code = bins[zero_code];
  return book;
}

void encode_few(const Cells& cells, std::size_t n_rows, FewValues& few, CodedColumn& out) {
  auto book = std::make_shared<CodeBook>();
  book->low = few.rank();
  out.n_codes = static_cast<std::uint32_t>(book->low.size());
  out.book = std::move(book);
  out.storage = Storage::u8;
  out.bytes.resize(n_rows);
  cells.all([&](Row row, std::uint64_t key) {
    out.bytes[row] = static_cast<std::uint8_t>(few.code(key));
    return true;
  });
}

void encode_sorted(const Column& column, const Cells& cells, std::size_t n_rows, const Quantiles& quantiles,
                   CodedColumn& out) {
  Keys keys;
  keys.reserve(cells.size());
  cells.all([&](Row row, std::uint64_t key) {
    keys.emplace_back(key, row);
    return true;
  });
  sort_keys(keys);
  std::vector<Code> sorted_codes, codes(n_rows);
  Code unused;
  const auto book = rank_keys(keys, 0, quantiles, sorted_codes, unused);
  out.n_codes = static_cast<std::uint32_t>(book->low.size());
  for (std::size_t i = 0; i < keys.size(); ++i) codes[keys[i].second] = sorted_codes[i];
  if (out.n_codes > kFewExamples && book->high.empty()) {
    book->low = {};
    for (std::size_t i = 0; i < keys.size() && sorted_codes[i] != kMissing; ++i)
      if (sorted_codes[i] == book->example.size()) book->example.push_back(keys[i].second);
    out.source = column;
  }
  out.book = book;
  keys = {};
  store_codes(out, codes.data(), n_rows);
}

void encode_sparse(const Column& column, const std::vector<Row>& rows, const Quantiles& quantiles, CodedColumn& out) {
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
  const bool has_zeros = keys.size() < rows.size();
  sort_keys(keys);
  std::vector<Code> codes;
  out.book = rank_keys(keys, has_zeros ? std::max(zeros, 1e-300) : 0, quantiles, codes, out.absent_code);
  out.n_codes = static_cast<std::uint32_t>(out.book->low.size());
  std::vector<std::pair<Row, Code>> stored(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) stored[i] = {keys[i].second, codes[i]};
  std::sort(stored.begin(), stored.end());
  out.storage = Storage::sparse;
  for (const auto& [row, code] : stored) {
    out.stored_rows.push_back(row);
    out.stored_codes.push_back(code);
  }
}

void encode_categories(const Column& column, const std::vector<Row>& rows, std::size_t n_rows, CodedColumn& out) {
  out.categorical = true;
  out.n_codes = column.levels;
  std::vector<Code> codes(n_rows);
  for (const Row r : rows) codes[r] = level_code(cell_value(column, r), column.levels);
  store_codes(out, codes.data(), n_rows);
}

void encode_column(const Column& column, const std::vector<Row>& rows, std::size_t n_rows, const Quantiles& quantiles,
                   CodedColumn& out) {
  if (column.categorical()) return encode_categories(column, rows, n_rows, out);
  if (column.sparse) return encode_sparse(column, rows, quantiles, out);
  const Cells cells(column, rows);
  FewValues few;
  if (!cells.look_many() && cells.all([&](Row, std::uint64_t key) { return few.insert(key); })) {
    const bool fits = !quantiles.max_bins || quantiles.max_bins > kFew;
    if (fits) return encode_few(cells, n_rows, few, out);
  } else if (!quantiles.max_bins && cells.fit_float()) {
    out.storage = Storage::direct;
    out.source = column;
    return;
  }
  encode_sorted(column, cells, n_rows, quantiles, out);
}

}  // namespace

CodedMatrix encode(const Table& table, const std::vector<Row>& rows, const double* weight, const EncodeOptions& options,
                   Interrupt& interrupt) {
  CodedMatrix matrix;
  matrix.n_rows = table.n_rows;
  matrix.columns.resize(table.columns.size());
  Quantiles quantiles{options.max_bins, weight, {}};
  if (std::any_of(table.columns.begin(), table.columns.end(), [](const Column& c) { return c.sparse; })) {
    quantiles.share.resize(table.n_rows);
    for (const Row r : rows) quantiles.total += quantiles.share[r] = weight ? weight[r] : 1.0;
  }
  const bool small = table.n_rows * table.columns.size() < 20'000;
  parallel_for(small ? 1 : options.n_threads, matrix.columns.size(), interrupt, [&](std::size_t j, int) {
    encode_column(table.columns[j], rows, table.n_rows, quantiles, matrix.columns[j]);
  });
  return matrix;
}

}  // namespace spinney
