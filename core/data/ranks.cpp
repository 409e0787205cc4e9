#include "data/ranks.h"

#include <algorithm>

#include "data/few_values.h"

namespace spinney {
namespace {

// Cuts sorted runs of equal keys into at most max_bins bins of about equal weight; one bin per value if they suffice.
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
      const bool enough = bin + left <= max_bins - 1;  // every further value can have its own bin
      if (enough || middle > bin) bin = std::min<Code>(bin + 1, max_bins - 1);
    }
    bins[r] = bin;
    before += run_weight[r];
  }
  return bins;
}

}  // namespace

std::shared_ptr<CodeBook> rank_keys(const Keys& keys, double zeros, const Quantiles& quantiles,
                                    std::vector<Code>& codes, Code& zero_code) {
  const std::uint64_t zero = order_key(0.0);
  std::vector<double> values, weights;
  codes.resize(keys.size());
  for (std::size_t i = 0; i < keys.size() && keys[i].first != kNanKey; ++i) {
    if (zeros > 0 && keys[i].first >= zero && (values.empty() || values.back() < 0)) {
      values.push_back(0.0);
      weights.push_back(zeros);
    }
    if (values.empty() || order_key(values.back()) != keys[i].first) {
      values.push_back(key_value(keys[i].first));
      weights.push_back(0);
    }
    weights.back() += quantiles.weight ? quantiles.weight[keys[i].second] : 1.0;
    codes[i] = static_cast<Code>(values.size() - 1);
  }
  if (zeros > 0 && (values.empty() || values.back() < 0)) {
    values.push_back(0.0);
    weights.push_back(zeros);
  }
  for (std::size_t i = keys.size(); i-- > 0 && keys[i].first == kNanKey;) codes[i] = kMissing;
  auto book = std::make_shared<CodeBook>();
  zero_code = static_cast<Code>(std::lower_bound(values.begin(), values.end(), 0.0) - values.begin());
  if (!quantiles.max_bins || values.size() <= quantiles.max_bins) {
    book->low = std::move(values);
    return book;
  }
  const auto bins = bin_of_value(weights, quantiles.max_bins);
  for (std::size_t r = 0; r < values.size(); ++r) {
    if (book->low.size() == bins[r]) book->low.push_back(values[r]);
    book->high.resize(book->low.size());
    book->high.back() = values[r];
  }
  for (auto& code : codes)
    if (code != kMissing) code = bins[code];
  if (zero_code < bins.size()) zero_code = bins[zero_code];
  return book;
}

}  // namespace spinney
