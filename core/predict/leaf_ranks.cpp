// Compressed storage of target ranks per leaf.
#include "predict/leaf_ranks.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"

namespace spinney {
namespace {

// Whether weights are integers small enough that repeated entries need no more memory.
bool repeats_are_few(const std::vector<LeafRanks::Entry>& entries) {
  double total = 0;
  for (const auto& e : entries) {
    if (e.weight != std::floor(e.weight)) return false;
    total += e.weight;
  }
  return total <= 2 * static_cast<double>(entries.size());
}

template <class T>
std::size_t bytes_of(const std::vector<T>& array) {
  return array.size() * sizeof(T);
}

}  // namespace

LeafRanks::LeafRanks(std::size_t n_places, const std::vector<Entry>& entries) {
  const bool repeat = repeats_are_few(entries);
  const auto copies = [&](const Entry& e) {
    return repeat ? static_cast<std::uint32_t>(e.weight) : 1u;
  };
  arrays_.first.resize(n_places + 1);
  for (const Entry& e : entries) arrays_.first[e.place + 1] += copies(e);
  std::partial_sum(arrays_.first.begin(), arrays_.first.end(), arrays_.first.begin());
  std::vector<std::uint32_t> next = arrays_.first, ranks(arrays_.first.back());
  if (!repeat) arrays_.weight.resize(ranks.size());
  double largest = 0;
  for (const Entry& e : entries) largest = std::max(largest, e.weight);
  // Weights relative to the largest fit float, and only their ratios matter.
  const int exponent = largest > 0 ? std::ilogb(largest) : 0;
  for (const Entry& e : entries)
    for (std::uint32_t copy = copies(e); copy > 0; --copy) {
      const std::uint32_t k = next[e.place]++;
      ranks[k] = e.rank;
      if (!repeat) arrays_.weight[k] = static_cast<float>(std::ldexp(e.weight, -exponent));
    }
  set_ranks(ranks);
}

LeafRanks::LeafRanks(Arrays arrays, std::size_t n_ranks) : arrays_(std::move(arrays)) {
  const Arrays& a = arrays_;
  const std::size_t n = a.low.size();
  require((a.high.empty() || a.high.size() == n) && (a.weight.empty() || a.weight.size() == n),
          "the arrays of the leaf targets differ in length");
  require(!a.first.empty() && a.first.back() == n && std::is_sorted(a.first.begin(), a.first.end()),
          "the leaf targets do not fit their leaves");
  for (std::size_t k = 0; k < n; ++k)
    require(rank(k) < n_ranks, "a rank of the leaf targets is out of range");
}

void LeafRanks::set_ranks(const std::vector<std::uint32_t>& ranks) {
  const bool wide =
      std::any_of(ranks.begin(), ranks.end(), [](std::uint32_t r) { return r >> 16; });
  arrays_.low.resize(ranks.size());
  arrays_.high.resize(wide ? ranks.size() : 0);
  for (std::size_t k = 0; k < ranks.size(); ++k) {
    arrays_.low[k] = static_cast<std::uint16_t>(ranks[k]);
    if (wide) arrays_.high[k] = static_cast<std::uint16_t>(ranks[k] >> 16);
  }
}

std::size_t LeafRanks::n_bytes() const {
  return bytes_of(arrays_.first) + bytes_of(arrays_.low) + bytes_of(arrays_.high) +
         bytes_of(arrays_.weight);
}

LeafRanks LeafRanks::reranked(const std::vector<std::uint32_t>& new_rank) const {
  LeafRanks copy = *this;
  std::vector<std::uint32_t> ranks(arrays_.low.size());
  for (std::size_t k = 0; k < ranks.size(); ++k) ranks[k] = new_rank[rank(k)];
  copy.set_ranks(ranks);
  return copy;
}

}  // namespace spinney
