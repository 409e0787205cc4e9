// Encodings of a table that several fits share. They depend on the table and on settings, but not
// on targets or weights.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
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

// The latest encodings. Safe to use from several threads: an encoding is made once, and other
// threads wait for it.
class Encodings {
 public:
  // The encoding of a key. make() creates it if it is not known, size(encoding) returns its bytes.
  template <class T, class Make, class Size>
  std::shared_ptr<const T> get(const EncodingKey& key, Interrupt& interrupt, Make&& make,
                               Size&& size) {
    for (;;) {
      std::promise<Pointer> promise;
      if (const std::optional<Future> found = find_or_add(key, promise)) {
        if (const Pointer ready = wait(*found, interrupt))
          return std::static_pointer_cast<const T>(ready);
        continue;  // the other thread failed
      }
      try {
        const auto made = std::make_shared<const T>(make());
        finish(key, size(*made));
        promise.set_value(made);
        return made;
      } catch (...) {
        remove(key);
        promise.set_value(nullptr);
        throw;
      }
    }
  }

  EncodingCounts counts() const;

 private:
  using Pointer = std::shared_ptr<const void>;
  using Future = std::shared_future<Pointer>;
  struct Entry {
    EncodingKey key;
    Future value;  // null if it could not be made
    std::size_t n_bytes = 0;
  };

  // The encoding of a key; if it is not known, none, and an entry for the promise is added.
  std::optional<Future> find_or_add(const EncodingKey& key, std::promise<Pointer>& promise);
  static Pointer wait(const Future& value, Interrupt& interrupt);
  void finish(const EncodingKey& key, std::size_t n_bytes);
  void remove(const EncodingKey& key);
  std::vector<Entry>::iterator find(const EncodingKey& key);

  mutable std::mutex mutex_;
  std::vector<Entry> entries_;  // the latest last
  std::size_t n_made_ = 0, n_reused_ = 0;
};

// The encoding of a key, from `shared` unless it is null.
template <class T, class Make, class Size>
std::shared_ptr<const T> get_encoding(Encodings* shared, const EncodingKey& key,
                                      Interrupt& interrupt, Make&& make, Size&& size) {
  if (!shared) return std::make_shared<const T>(make());
  return shared->get<T>(key, interrupt, make, size);
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
