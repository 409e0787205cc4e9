// Encodings of a table that several fits share. They depend on the table and on settings, but not
// on targets or weights.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "base/interrupt.h"
#include "data/bins.h"
#include "data/encode.h"

namespace spinney {

struct EncodingKey {
  enum class Kind : std::uint8_t { bins, codes, forest_codes, presorted };

  Kind kind = Kind::bins;
  std::uint32_t max_bins = 0;
  std::vector<bool> flags;  // further settings, by kind

  auto operator<=>(const EncodingKey&) const = default;
};

struct EncodingCounts {
  std::size_t n_made = 0, n_reused = 0, n_bytes = 0;
};

// Safe to use from several threads.
class Encodings {
 public:
  // The encoding of a key. make() creates it if it is not known, size(encoding) returns its bytes.
  template <class T, class Make, class Size>
  std::shared_ptr<const T> get(const EncodingKey& key, Make&& make, Size&& size) {
    const std::lock_guard lock(mutex_);
    if (const auto found = known_.find(key); found != known_.end()) {
      ++counts_.n_reused;
      return std::static_pointer_cast<const T>(found->second);
    }
    const auto made = std::make_shared<const T>(make());
    known_.emplace(key, made);
    ++counts_.n_made;
    counts_.n_bytes += size(*made);
    return made;
  }

  EncodingCounts counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
  }

 private:
  mutable std::mutex mutex_;
  std::map<EncodingKey, std::shared_ptr<const void>> known_;
  EncodingCounts counts_;
};

// The encoding of a key, from `shared` unless it is null.
template <class T, class Make, class Size>
std::shared_ptr<const T> get_encoding(Encodings* shared, const EncodingKey& key, Make&& make,
                                      Size&& size) {
  if (!shared) return std::make_shared<const T>(make());
  return shared->get<T>(key, make, size);
}

// Codes of a table, and where encodings derived from them are shared.
struct SharedCodes {
  std::shared_ptr<const EncodedMatrix> matrix;
  Encodings* encodings = nullptr;  // null: not shared
  EncodingKey key;
};

// Whether encode() gives the same codes for other targets and weights: no row is left out, and
// weights choose no bins.
bool encodes_alike(const Table& table, const std::vector<Row>& rows, const double* weight,
                   const EncodeOptions& options);

// encode() with codes from `shared` if they are alike; it may be null.
SharedCodes shared_codes(const Table& table, const std::vector<Row>& rows, const double* weight,
                         const EncodeOptions& options, Encodings* shared, Interrupt& interrupt);

// bin_columns() with bins from `shared`, which may be null.
std::shared_ptr<const BinnedMatrix> shared_bins(const Table& table, std::uint32_t max_bins,
                                                bool sparse, int n_threads, Encodings* shared,
                                                Interrupt& interrupt);

std::size_t n_bytes(const EncodedMatrix& matrix);

}  // namespace spinney
