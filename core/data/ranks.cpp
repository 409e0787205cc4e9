// Ranks and weighted quantile bins of sorted keys.
#include "data/ranks.h"

#include <algorithm>

#include "data/distinct_values.h"

namespace spinney {
namespace {

// The bin of each distinct value: at most max_bins bins of about equal weight.
std::vector<Code> bin_of_value(const std::vector<double>& run_weight, std::uint32_t max_bins) {
  std::vector<Code> bins(run_weight.size());
  double total = 0;
  for (const double w : run_weight) total += w;
  double before = 0;
  Code bin = 0;
  for (std::size_t r = 0; r < bins.size(); ++r) {
    const auto middle = static_cast<Code>((before + run_weight[r] / 2) / total * max_bins);
    const std::size_t left = bins.size() - r;
    if (r > 0) {
      const bool enough = bin + left <= max_bins - 1;  // each remaining value can have its own bin
      if (enough || middle > bin) bin = std::min<Code>(bin + 1, max_bins - 1);
    }
    bins[r] = bin;
    before += run_weight[r];
  }
  return bins;
}

// Replaces ranks by quantile bins.
void make_bins(const std::vector<double>& values, const std::vector<double>& weights,
               std::uint32_t max_bins, CodeBook& book, std::vector<Code>& codes) {
  const auto bins = bin_of_value(weights, max_bins);
  for (std::size_t r = 0; r < values.size(); ++r) {
    if (book.low.size() == bins[r]) book.low.push_back(values[r]);
    book.high.resize(book.low.size());
    book.high.back() = values[r];
  }
  for (auto& code : codes)
    if (code != kMissing) code = bins[code];
}

std::size_t count_distinct(const Keys& keys) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < keys.size() && keys[i].first != kNanKey; ++i)
    n += i == 0 || keys[i].first != keys[i - 1].first;
  return n;
}

}  // namespace

std::shared_ptr<CodeBook> rank_keys(const Keys& keys, const Quantiles& quantiles, double zeros,
                                    std::vector<Code>& codes) {
  std::vector<double> values;
  values.reserve(count_distinct(keys));
  codes.assign(keys.size(), kMissing);
  for (std::size_t i = 0; i < keys.size() && keys[i].first != kNanKey; ++i) {
    if (i == 0 || keys[i].first != keys[i - 1].first) values.push_back(key_value(keys[i].first));
    codes[i] = static_cast<Code>(values.size() - 1);
  }
  auto book = std::make_shared<CodeBook>();
  if (quantiles.max_bins == kNoLimit || values.size() <= quantiles.max_bins) {
    book->low = std::move(values);
    return book;
  }
  std::vector<double> weights(values.size());
  for (std::size_t i = 0; i < keys.size() && codes[i] != kMissing; ++i) {
    const Row row = keys[i].second;
    weights[codes[i]] += row == kAbsentCells ? zeros
                         : quantiles.weight  ? quantiles.weight[row]
                                             : 1.0;
  }
  make_bins(values, weights, quantiles.max_bins, *book, codes);
  return book;
}

}  // namespace spinney
