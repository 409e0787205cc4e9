// Counter-based random numbers: a draw depends only on its key (seed, tree, node, feature), so
// results do not depend on the order in which threads run.
#pragma once

#include <cstdint>

namespace spinney {

// The finalizer of SplitMix64, a bijection of 64-bit words.
[[gnu::always_inline]] inline constexpr std::uint64_t mix(std::uint64_t z) {
  z += 0x9E3779B97F4A7C15ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

[[gnu::always_inline]] inline constexpr std::uint64_t derive_key(std::uint64_t key,
                                                                 std::uint64_t part) {
  return mix(key ^ mix(part));
}

class Random {
 public:
  explicit Random(std::uint64_t key) : key_(key) {}

  std::uint64_t bits() { return derive_key(key_, counter_++); }

  // Uniform in [0, 1).
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }

  // Uniform in [0, n).
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(((bits() >> 32) * n) >> 32);
  }

 private:
  std::uint64_t key_;
  std::uint64_t counter_ = 0;
};

// Draws several small integers from one random word: the remainder after a draw is again uniform,
// with fewer bits.
class Dice {
 public:
  explicit Dice(std::uint64_t key) : random_(key) {}

  // Uniform in [0, n); probabilities deviate by at most 2^-32.
  std::uint32_t below(std::uint32_t n) {
    faces_ *= n;
    if (faces_ > kMaxFaces) {
      word_ = random_.bits();
      faces_ = n;
    }
    const auto product = static_cast<Wide>(word_) * n;
    word_ = static_cast<std::uint64_t>(product);
    return static_cast<std::uint32_t>(product >> 64);
  }

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr std::uint64_t kMaxFaces = std::uint64_t{1} << 32;
  Random random_;
  std::uint64_t word_ = 0;
  std::uint64_t faces_ = kMaxFaces;  // product of the ranges drawn from the word
};

}  // namespace spinney
