#include "explain/lane_sums.h"

#include <algorithm>

namespace spinney {

LaneSums::LaneSums(const ShapSlots& slots, const ShapOutput& out, std::size_t n_groups)
    : slots_(slots),
      out_(out),
      values_(n_groups * slots.player.size() * out.n_outputs),
      pairs_(out.pairs == nullptr ? 0 : values_.size() * slots.player.size()) {
  if (out.pairs == nullptr) return;
  for (const std::uint32_t first : slots.player)
    for (const std::uint32_t second : slots.player)
      cell_.push_back(first == second ? PairCells::kNone : out.cells.at(first, second));
}

void LaneSums::load(std::size_t first_row, std::size_t n_rows) {
  first_row_ = first_row;
  n_rows_ = n_rows;
  each_sum([](double& stored, double& sum) { sum = stored; });
}

void LaneSums::store() {
  each_sum([](double& stored, double& sum) { stored = sum; });
}

ShapSums LaneSums::of_group(std::size_t group, std::size_t first_output) {
  const std::size_t n_slots = slots_.player.size(), k = out_.n_outputs;
  return {slots_.player_slot.data(),
          n_slots,
          k,
          first_output,
          values_.data() + group * n_slots * k,
          pairs_.empty() ? nullptr : pairs_.data() + group * n_slots * n_slots * k};
}

// Calls copy(stored, sum) for all sums of the rows.
template <class Copy>
void LaneSums::each_sum(Copy&& copy) {
  const std::size_t n_slots = slots_.player.size(), k = out_.n_outputs;
  for (std::size_t i = 0; i < n_rows_; ++i) {
    const std::size_t group = i / kShapLanes, lane = i % kShapLanes, row = first_row_ + i;
    for (std::size_t s = 0; s < n_slots; ++s) {
      const std::size_t f = row * out_.n_players + slots_.player[s];
      for (std::size_t j = 0; j < k; ++j)
        copy(out_.values[f * k + j],
             reinterpret_cast<double*>(&values_[(group * n_slots + s) * k + j])[lane]);
      for (std::size_t other = 0; other < n_slots && !pairs_.empty(); ++other) {
        const std::size_t cell = cell_[s * n_slots + other];
        for (std::size_t j = 0; j < k && cell != PairCells::kNone; ++j)
          copy(out_.pairs[(row * out_.cells.size() + cell) * k + j],
               reinterpret_cast<double*>(
                   &pairs_[((group * n_slots + s) * n_slots + other) * k + j])[lane]);
      }
    }
  }
}

std::size_t groups_in_cache(const ShapSlots& slots, const ShapOutput& out, std::size_t n_groups) {
  constexpr std::size_t kBytes = std::size_t{1} << 18;
  std::size_t n_sums = std::max<std::size_t>(1, slots.player.size()) * out.n_outputs;
  if (out.pairs != nullptr) n_sums *= slots.player.size() + 1;
  return std::clamp<std::size_t>(kBytes / (n_sums * sizeof(LaneNumbers)), 1, n_groups);
}

}  // namespace spinney
