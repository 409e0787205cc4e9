// Trees for all scores of a booster: which options they support, and their gradient channels.
#include <string>

#include "base/error.h"
#include "base/random.h"
#include "train/booster.h"

namespace spinney {
namespace {

void check(bool allowed, const std::string& what) {
  if (!allowed)
    throw InvalidArgument("multi_strategy='multi_output_tree' " + what +
                          "; use multi_strategy='one_output_per_tree'");
}

}  // namespace

void Booster::make_channels() {
  check(bins_ != nullptr,
        "needs max_bins of at most 255, and does not go with missing='surrogate', nor with "
        "'fractional', 'stop' or 'majority' where training values are missing");
  check(options_.monotonic.empty(), "does not support monotone constraints");
  check(options_.forced_splits.empty(), "does not support forced_splits");
  check(options_.linear_features.empty(), "does not support leaf='linear'");
  const std::size_t most =
      options_.max_channels > 0 ? std::min(options_.max_channels, kMaxChannels) : kMaxChannels;
  options_.n_channels = std::min(n_scores_, most);
  channels_.emplace(table_.n_rows, options_.n_channels, rows_.weight, options_.quantize, false);
}

// weight: of the rows of the round, or null.
void Booster::set_channels(std::uint64_t round, const double* weight) {
  channels_->set_weight(weight);
  gradients_.arrange_rows(options_.n_threads, *interrupt_);
  channels_->sketch(gradients_, derive_key(derive_key(options_.seed, round), 4), options_.n_threads,
                    *interrupt_);
}

void Booster::use_channels(TreeJob& job) const {
  job.n_scores = n_scores_;
  job.channels = &*channels_;
  job.small = options_.quantize && channels_->all_small_enough();
}

}  // namespace spinney
