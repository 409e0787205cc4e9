// A split in codes -> what the tree stores.
#pragma once

#include <algorithm>
#include <vector>

#include "grow/frontier.h"
#include "model/builder.h"

namespace spinney {

// A level that the node has not seen goes with most of its weight.
inline std::vector<std::uint64_t> left_set(const Split& split, std::uint32_t n_levels, bool unseen_left) {
  std::vector<std::uint64_t> words((n_levels + 63) / 64, unseen_left ? ~std::uint64_t{0} : 0);
  if (unseen_left && n_levels % 64) words.back() >>= 64 - n_levels % 64;
  for (const Code c : split.present_categories) words[c / 64] &= ~(std::uint64_t{1} << (c % 64));
  for (const Code c : split.left_categories) words[c / 64] |= std::uint64_t{1} << (c % 64);
  while (!words.empty() && words.back() == 0) words.pop_back();
  return words;
}

inline SplitRecord split_record(const Dataset& data, const ReadyNode& ready) {
  const Split& split = ready.split;
  SplitRecord record;
  record.feature = split.feature;
  record.missing_left = split.missing_left;
  record.gain = ready.gain;
  if (split.categorical) {
    record.kind = NodeKind::category;
    const bool unseen_left = ready.left.summary.weight > ready.right.summary.weight;
    record.left_set = left_set(split, data.matrix.columns[split.feature].n_codes, unseen_left);
  } else {
    record.threshold = split.threshold;
  }
  return record;
}

}  // namespace spinney
