// The targets of one tree by the places where their rows end, as ranks among all targets. Places
// are the leaves of a packed tree, and all nodes of another.
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
    std::vector<std::uint32_t> first;      // entry of each place; the last is the number of entries
    std::vector<std::uint16_t> low, high;  // halves of each entry's rank; no high ones if all are 0
    std::vector<float> weight;             // of each entry; none if all are alike
  };

  // Entries of a place stay in the order given. Small whole weights are kept as repeated entries.
  LeafRanks(std::size_t n_places, const std::vector<Entry>& entries);
  // Throws InvalidArgument unless the arrays fit each other and ranks are below n_ranks.
  LeafRanks(Arrays arrays, std::size_t n_ranks);

  const Arrays& arrays() const { return arrays_; }
  std::size_t n_places() const { return arrays_.first.size() - 1; }
  std::size_t n_bytes() const;

  // take(rank, weight) for the entries of a place.
  template <class Take>
  void each(std::size_t place, Take&& take) const {
    for (std::uint32_t k = arrays_.first[place]; k < arrays_.first[place + 1]; ++k)
      take(rank(k), arrays_.weight.empty() ? 1.0 : static_cast<double>(arrays_.weight[k]));
  }

  // With new_rank[r] for every rank r.
  LeafRanks renamed(const std::vector<std::uint32_t>& new_rank) const;

 private:
  std::uint32_t rank(std::size_t k) const {
    return arrays_.low[k] | (arrays_.high.empty() ? 0u : std::uint32_t{arrays_.high[k]} << 16);
  }
  void set_ranks(const std::vector<std::uint32_t>& ranks);

  Arrays arrays_;
};

}  // namespace spinney
