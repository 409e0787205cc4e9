// Drawing of bootstrap samples.
#include "train/bags.h"

#include <algorithm>
#include <limits>
#include <map>

#include "base/error.h"
#include "base/random.h"

namespace spinney {
namespace {

constexpr std::size_t kPollDraws = 1 << 16;  // draws between two checks for Ctrl-C

void draw_with_replacement(const std::vector<Row>& rows, const std::vector<double>& cumulative,
                           std::size_t n_draws, Random& random, Interrupt& interrupt,
                           std::vector<std::uint32_t>& counts) {
  for (std::size_t i = 0; i < n_draws; ++i) {
    if (i % kPollDraws == 0) interrupt.poll();
    std::size_t at;
    if (cumulative.empty()) {
      at = random.below(static_cast<std::uint32_t>(rows.size()));
    } else {
      const double x = random.uniform() * cumulative.back();
      at = static_cast<std::size_t>(std::upper_bound(cumulative.begin(), cumulative.end(), x) -
                                    cumulative.begin());
      at = std::min(at, rows.size() - 1);  // x may be rounded up to the total
    }
    ++counts[rows[at]];
  }
}

// A partial Fisher-Yates shuffle.
void draw_without_replacement(std::vector<Row> rows, std::size_t n_draws, Random& random,
                              std::vector<std::uint32_t>& counts) {
  for (std::size_t i = 0; i < n_draws; ++i) {
    std::swap(rows[i], rows[i + random.below(static_cast<std::uint32_t>(rows.size() - i))]);
    ++counts[rows[i]];
  }
}

}  // namespace

Bags::Bags(BagOptions options) : options_(std::move(options)) {
  const BagOptions& o = options_;
  require(o.weight.empty() || o.weight.size() == o.n_rows, "weight must have an entry per row");
  require(o.strata.empty() || o.strata.size() == o.n_rows, "strata must have an entry per row");
  require(o.given.empty() || (o.n_rows > 0 && o.given.size() % o.n_rows == 0),
          "given bags must have an entry per row");
  require(o.n_draws <= std::numeric_limits<std::uint32_t>::max(), "a bag has too many draws");
  if (!o.given.empty()) return;
  std::map<std::int32_t, Stratum> by_name;
  for (std::size_t r = 0; r < o.n_rows; ++r) {
    require(o.weight.empty() || o.weight[r] >= 0, "weight must not be negative");
    if (!o.weight.empty() && o.weight[r] == 0) continue;
    by_name[o.strata.empty() ? 0 : o.strata[r]].rows.push_back(static_cast<Row>(r));
  }
  require(!by_name.empty(), "there is no row to draw");
  double total = 0;
  for (auto& [name, stratum] : by_name) {
    double sum = 0;
    const bool alike = o.weight.empty() || !o.replace;
    for (const Row r : stratum.rows) {
      sum += alike ? 1.0 : o.weight[r];
      if (!alike) stratum.cumulative.push_back(sum);
    }
    total += sum;
    strata_.push_back(std::move(stratum));
  }
  distribute_draws(total);
}

// Draws per stratum, in proportion to its weight. The boundaries between strata are rounded, so the
// draws add up.
void Bags::distribute_draws(double total) {
  double until = 0;
  std::size_t drawn = 0;
  for (Stratum& s : strata_) {
    until += s.cumulative.empty() ? static_cast<double>(s.rows.size()) : s.cumulative.back();
    const auto upto =
        static_cast<std::size_t>(until / total * static_cast<double>(options_.n_draws) + 0.5);
    s.n_draws = upto - drawn;
    drawn = upto;
    require(options_.replace || s.n_draws <= s.rows.size(),
            "a bag without replacement has more draws than rows");
  }
}

std::vector<std::uint32_t> Bags::counts(std::size_t tree, Interrupt& interrupt) const {
  const std::size_t n = options_.n_rows;
  if (!options_.given.empty()) {
    require((tree + 1) * n <= options_.given.size(), "there is no bag for the tree");
    const auto first = options_.given.begin() + static_cast<std::ptrdiff_t>(tree * n);
    return {first, first + static_cast<std::ptrdiff_t>(n)};
  }
  std::vector<std::uint32_t> counts(n);
  Random random(derive_key(derive_key(options_.seed, tree), 0));
  for (const Stratum& s : strata_)
    if (options_.replace)
      draw_with_replacement(s.rows, s.cumulative, s.n_draws, random, interrupt, counts);
    else
      draw_without_replacement(s.rows, s.n_draws, random, counts);
  return counts;
}

std::vector<Row> Bags::out_of_bag(std::size_t tree, const double* weight,
                                  Interrupt& interrupt) const {
  const std::vector<std::uint32_t> drawn = counts(tree, interrupt);
  std::vector<Row> rows;
  for (std::size_t r = 0; r < drawn.size(); ++r)
    if (drawn[r] == 0 && !(weight && weight[r] == 0)) rows.push_back(static_cast<Row>(r));
  return rows;
}

}  // namespace spinney
