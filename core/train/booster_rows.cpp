// The rows that the trees of a round are fitted to.
#include "base/random.h"
#include "train/booster.h"
#include "train/gradient_sample.h"

namespace spinney {

std::vector<Row> Booster::draw_rows(std::uint64_t round) const {
  if (!draws_rows()) return fit_rows_;
  std::vector<Row> rows;
  const std::uint64_t first = round - round % options_.subsample_freq;
  const std::uint64_t key = derive_key(derive_key(options_.seed, first), 3);
  const std::size_t n = fit_rows_.empty() ? table_.n_rows : fit_rows_.size();
  const auto row = [&](std::size_t i) {
    return fit_rows_.empty() ? static_cast<Row>(i) : fit_rows_[i];
  };
  rows.reserve(n);
  for (std::size_t i = 0; i < n; ++i)
    if (static_cast<double>(derive_key(key, row(i)) >> 11) * 0x1.0p-53 < options_.subsample)
      rows.push_back(row(i));
  if (rows.empty()) rows.push_back(row(key % n));
  return rows;
}

// The rows of a round, ascending; empty if all are used. `rows` gets the weights of the sample.
std::vector<Row> Booster::sample_rows(std::uint64_t round, LossRows& rows) {
  if (!options_.goss) return draw_rows(round);
  const std::uint64_t key = derive_key(derive_key(options_.seed, round), 3);
  GradientSample sample = sample_by_gradient(gradients_.magnitudes(), rows_.weight, fit_rows_,
                                             {options_.top_rate, options_.other_rate}, key);
  sample_weight_ = std::move(sample.weight);
  rows.weight = sample_weight_.data();
  gradients_.reweight(rows.weight, options_.n_threads, *interrupt_);
  return sample.rows;
}

}  // namespace spinney
