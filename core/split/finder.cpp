// Choice of the finder for the requested split kinds.
#include "split/finder.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "split/finders.h"
#include "split/gain_ratio.h"
#include "split/multiway.h"

namespace spinney {
namespace {

std::unique_ptr<SplitFinder> make_binary_finder(const FinderOptions& options, const Dataset& data,
                                                Interrupt& interrupt) {
  return data.targets.classification() ? make_class_finder(options, data, interrupt)
                                       : make_number_finder(options, data, interrupt);
}

// The categorical features among the allowed ones.
std::vector<std::uint32_t> categories_of(const FinderOptions& options,
                                         const EncodedMatrix& matrix) {
  std::vector<std::uint32_t> features = options.features;
  if (features.empty()) {
    features.resize(matrix.columns.size());
    std::iota(features.begin(), features.end(), 0u);
  }
  std::erase_if(features, [&](std::uint32_t f) { return !matrix.columns[f].categorical; });
  return features;
}

// Several kinds of splits: the one with the largest gain; ties: the first kind.
class BestOfKinds final : public SplitFinder {
 public:
  BestOfKinds(const FinderOptions& options, const Dataset& data, Interrupt& interrupt)
      : of_categories_(options) {
    // Oblique splits include univariate ones; sphere and pca include categorical ones only.
    if (options.searches(SplitKind::binary) || options.searches(SplitKind::oblique)) {
      finders_.push_back(make_binary_finder(options, data, interrupt));
    } else if (options.multivariate()) {
      of_categories_.features = categories_of(options, data.matrix);
      if (!of_categories_.features.empty())
        finders_.push_back(make_binary_finder(of_categories_, data, interrupt));
    }
    if (options.searches(SplitKind::multiway))
      finders_.push_back(make_multiway_finder(options, data, interrupt));
    if (options.multivariate()) finders_.push_back(make_direction_finder(options, data, interrupt));
  }

  Split find(const NodeRows& node, int n_threads) override {
    Split best;
    for (const auto& finder : finders_)
      if (Split split = finder->find(node, n_threads); split.score > best.score)
        best = std::move(split);
    return best;
  }

 private:
  FinderOptions of_categories_;
  std::vector<std::unique_ptr<SplitFinder>> finders_;
};

}  // namespace

std::vector<bool> occupied_bin_columns(const FinderOptions& options, const Targets& targets,
                                       const EncodedMatrix& matrix) {
  const bool one_term = criterion_info(options.criterion).additive && targets.one_term();
  const bool plain = options.min_samples_leaf <= 1 && options.monotonic.empty() &&
                     options.skip_missing.empty() && !options.random_thresholds;
  std::vector<bool> marked;
  for (const EncodedColumn& column : matrix.columns)
    marked.push_back(one_term && plain && column.storage == Storage::u8);
  return marked;
}

std::unique_ptr<SplitFinder> make_finder(const FinderOptions& options, const Dataset& data,
                                         Interrupt& interrupt) {
  const CriterionInfo& criterion = criterion_info(options.criterion);
  require(!criterion.needs_multiway || options.split_kinds == std::vector{SplitKind::multiway},
          "the criterion needs multiway splits");
  require(!criterion.single_output || data.targets.n_outputs == 1,
          "the criterion is for one output");
  if (options.only_binary()) return make_binary_finder(options, data, interrupt);
  if (criterion.kind == CriterionKind::gain_ratio)
    return make_gain_ratio_finder(options, data, interrupt);
  return std::make_unique<BestOfKinds>(options, data, interrupt);
}

}  // namespace spinney
