// Mutates model files with knowledge of their layout: most mutants have valid checksums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace spinney::fuzz {

using File = std::vector<std::byte>;

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  struct Result {
    File file;
    bool checksums_valid;  // if false, the reader must reject the file
    const char* kind;
  };
  // `file` must be valid.
  Result mutate(const File& file);

  std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }

 private:
  std::uint64_t interesting_number();
  void change_bytes(std::byte* data, std::size_t n);
  void change_items(std::byte* data, std::size_t n, std::size_t item);

  Result flip(File file);
  Result truncate_or_extend(File file);
  Result change_head(File file);
  Result change_directory(File file);
  Result change_text(const File& file);
  Result change_arrays(const File& file);
  Result change_lengths(const File& file);

  std::mt19937_64 random_;
};

}  // namespace spinney::fuzz
