// The training targets in the leaves of one tree, as ranks among all targets. A place is a leaf of
// a packed tree, or any node of another tree.
#pragma once

#include <cstdint>
#include <vector>

namespace spinney {

class LeafRanks {
 public:
  struct Entry {
    std::uint32_t place, rank;
    double weight;
  };
  struct Arrays {
    std::vector<std::uint32_t> first;      // first entry of each place, and the number of entries
    std::vector<std::uint16_t> low, high;  // halves of the ranks; `high` is empty if all are 0
    std::vector<float> weight;             // per entry; empty if all are equal
  };

  // Keeps the order of the entries of a place. Small integer weights become repeated entries.
  LeafRanks(std::size_t n_places, const std::vector<Entry>& entries);
  // Throws InvalidArgument if the arrays are inconsistent or a rank is not below n_ranks.
  LeafRanks(Arrays arrays, std::size_t n_ranks);

  const Arrays& arrays() const { return arrays_; }
  std::size_t n_places() const { return arrays_.first.size() - 1; }
  std::size_t n_bytes() const;

  // Calls take(rank, weight) for the entries of a place.
  template <class Take>
  void each(std::size_t place, Take&& take) const {
    for (std::uint32_t k = arrays_.first[place]; k < arrays_.first[place + 1]; ++k)
      take(rank(k), arrays_.weight.empty() ? 1.0 : static_cast<double>(arrays_.weight[k]));
  }

  // A copy with rank r replaced by new_rank[r].
  LeafRanks reranked(const std::vector<std::uint32_t>& new_rank) const;

 private:
  std::uint32_t rank(std::size_t k) const {
    return arrays_.low[k] | (arrays_.high.empty() ? 0u : std::uint32_t{arrays_.high[k]} << 16);
  }
  void set_ranks(const std::vector<std::uint32_t>& ranks);

  Arrays arrays_;
};

}  // namespace spinney
