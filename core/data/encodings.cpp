// Codes and bins from encodings that are shared, and their sizes.
#include "data/encodings.h"

#include <algorithm>
#include <chrono>

namespace spinney {
namespace {

constexpr std::size_t kMaxKept = 8;

template <class T>
std::size_t vector_bytes(const std::vector<T>& values) {
  return values.size() * sizeof(T);
}

std::size_t bin_bytes(const BinnedMatrix& m) {
  std::size_t n = vector_bytes(m.by_row) + vector_bytes(m.by_column);
  for (const auto& column : m.wide) n += vector_bytes(column);
  for (const SparseCells& cells : m.sparse)
    n += vector_bytes(cells.rows) + vector_bytes(cells.bins);
  for (const SparsePart& part : m.sparse_parts)
    n += vector_bytes(part.row_begin) + vector_bytes(part.slots);
  return n;
}

std::size_t book_bytes(const CodeBook& book) {
  return vector_bytes(book.low) + vector_bytes(book.high) + vector_bytes(book.single) +
         vector_bytes(book.example);
}

}  // namespace

std::vector<Encodings::Entry>::iterator Encodings::find(const EncodingKey& key) {
  return std::find_if(entries_.begin(), entries_.end(),
                      [&](const Entry& entry) { return entry.key == key; });
}

auto Encodings::find_or_add(const EncodingKey& key, std::promise<Pointer>& promise)
    -> std::optional<Future> {
  const std::lock_guard lock(mutex_);
  if (const auto found = find(key); found != entries_.end()) {
    ++n_reused_;
    std::rotate(found, found + 1, entries_.end());
    return entries_.back().value;
  }
  entries_.push_back({key, promise.get_future().share()});
  if (entries_.size() > kMaxKept) entries_.erase(entries_.begin());
  return std::nullopt;
}

auto Encodings::wait(const Future& value, Interrupt& interrupt) -> Pointer {
  while (value.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready)
    interrupt.poll();
  return value.get();
}

void Encodings::finish(const EncodingKey& key, std::size_t n_bytes) {
  const std::lock_guard lock(mutex_);
  ++n_made_;
  if (const auto found = find(key); found != entries_.end()) found->n_bytes = n_bytes;
}

void Encodings::remove(const EncodingKey& key) {
  const std::lock_guard lock(mutex_);
  if (const auto found = find(key); found != entries_.end()) entries_.erase(found);
}

EncodingCounts Encodings::counts() const {
  const std::lock_guard lock(mutex_);
  EncodingCounts counts{n_made_, n_reused_, 0};
  for (const Entry& entry : entries_) counts.n_bytes += entry.n_bytes;
  return counts;
}

bool encodes_alike(const Table& table, const std::vector<Row>& rows, const double* weight,
                   const EncodeOptions& options) {
  return rows.size() == table.n_rows && (!weight || options.max_bins == kNoLimit);
}

SharedCodes shared_codes(const Table& table, const std::vector<Row>& rows, const double* weight,
                         const EncodeOptions& options, Encodings* shared, Interrupt& interrupt) {
  SharedCodes codes;
  if (encodes_alike(table, rows, weight, options)) codes.encodings = shared;
  codes.key = {EncodingKey::Kind::codes, options.max_bins, {options.copies}};
  codes.matrix = get_encoding<EncodedMatrix>(
      codes.encodings, codes.key, interrupt,
      [&] { return encode(table, rows, weight, options, interrupt); }, n_bytes);
  return codes;
}

std::shared_ptr<const BinnedMatrix> shared_bins(const Table& table, std::uint32_t max_bins,
                                                bool sparse, int n_threads, Encodings* shared,
                                                Interrupt& interrupt) {
  return get_encoding<BinnedMatrix>(
      shared, {EncodingKey::Kind::bins, max_bins, {sparse}}, interrupt,
      [&] { return bin_columns(table, max_bins, sparse, n_threads, interrupt); }, bin_bytes);
}

std::size_t n_bytes(const EncodedMatrix& matrix) {
  std::size_t n = 0;
  for (const EncodedColumn& c : matrix.columns) {
    // A row-major copy has the same codes.
    n += vector_bytes(c.bytes) * (matrix.by_row ? 2 : 1) + vector_bytes(c.stored_rows) +
         vector_bytes(c.stored_codes) + (c.book ? book_bytes(*c.book) : 0);
  }
  if (matrix.sparse_codes.empty()) return n;
  return n + matrix.sparse_codes.n_cells() * (sizeof(SparseCodes::Cell) + sizeof(Entry)) +
         matrix.n_rows * sizeof(std::size_t);
}

}  // namespace spinney
