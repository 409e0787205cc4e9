// Routing of absent values and category codes, resolved per split.
#include "predict/compiled.h"

#include <bit>

namespace spinney {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFu;

// The slot of a feature, assigned on first use.
std::uint32_t slot_of(std::uint32_t feature, std::vector<std::uint32_t>& slots,
                      std::vector<std::uint32_t>& features) {
  if (slots[feature] == kNone) {
    slots[feature] = static_cast<std::uint32_t>(features.size());
    features.push_back(feature);
  }
  return slots[feature];
}

}  // namespace

std::optional<bool> goes_left(const Tree& tree, std::size_t node,
                              SplitResult::AbsentKind absent_kind) {
  if (tree.surrogates.begin(node) != tree.surrogates.end(node)) return std::nullopt;
  const Decision decision =
      decide_absent(tree, node, absent_kind, Table{}, [](std::size_t) { return 0.0; });
  if (decision.action != Decision::one) return std::nullopt;
  return decision.child == 0;
}

bool is_plain(const Tree& tree) {
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (tree.kind[i] == NodeKind::leaf) continue;
    if (tree.kind[i] > NodeKind::category || !goes_left(tree, i, SplitResult::missing))
      return false;
    if (tree.kind[i] == NodeKind::number) {
      if (std::isnan(tree.threshold[i])) return false;
    } else if (!goes_left(tree, i, SplitResult::unknown) ||
               !goes_left(tree, i, SplitResult::unseen)) {
      return false;
    }
  }
  return true;
}

std::uint32_t n_levels_seen(const Tree& tree, std::size_t node) {
  const std::uint32_t length = tree.set_length[node], seen = tree.set_first[node] + length;
  for (std::uint32_t word = length; word-- > 0;)
    if (const std::uint64_t bits = tree.set_words[seen + word])
      return 64 * word + static_cast<std::uint32_t>(std::bit_width(bits));
  return 0;
}

bool code_goes_right(const Tree& tree, std::size_t node, std::uint32_t code) {
  if (code == kMissingCode) return !*goes_left(tree, node, SplitResult::missing);
  if (code == kUnknownCode) return !*goes_left(tree, node, SplitResult::unknown);
  if (code == kUnseenCode) return !*goes_left(tree, node, SplitResult::unseen);
  const SplitResult result =
      test_category(tree, tree.set_first[node], tree.set_length[node], code - kFirstLevel, kNone);
  return result.absent_kind == SplitResult::none ? result.child == 1
                                                 : !*goes_left(tree, node, result.absent_kind);
}

LeafOrder::LeafOrder(const Tree& tree) : first(tree.size()), count(tree.size(), 1) {
  for (std::size_t i = tree.size(); i-- > 0;)
    if (tree.kind[i] != NodeKind::leaf)
      count[i] = count[tree.first_child[i]] + count[tree.first_child[i] + 1];
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (tree.kind[i] == NodeKind::leaf) continue;
    const auto left = static_cast<std::size_t>(tree.first_child[i]);
    first[left] = first[i];
    first[left + 1] = first[i] + count[left];
  }
}

LinearValues::LinearValues(const Tree& tree, const Slots& slots) {
  if (!has_linear_leaves(tree)) return;
  values_ = tree.value;
  first_.push_back(0);
  for (std::size_t i = 0; i < tree.size(); ++i) {
    for (std::uint32_t k = tree.set_first[i];
         tree.is_linear_leaf(i) && k < tree.set_first[i] + tree.set_length[i]; ++k)
      terms_.push_back({tree.term_factor[k], tree.term_center[k], tree.term_share[k],
                        slots.number_slot[static_cast<std::size_t>(tree.term_feature[k])]});
    first_.push_back(static_cast<std::uint32_t>(terms_.size()));
  }
}

Slots collect_slots(const std::vector<const Tree*>& trees) {
  Slots slots;
  for (const Tree* tree : trees) {
    slots.number_slot.resize(tree->n_features, kNone);
    slots.category_slot.resize(tree->n_features, kNone);
    for (std::size_t i = 0; i < tree->size(); ++i) {
      for (std::uint32_t k = 0; k < tree->set_length[i] && tree->is_linear_leaf(i); ++k)
        slot_of(static_cast<std::uint32_t>(tree->term_feature[tree->set_first[i] + k]),
                slots.number_slot, slots.numbers);
      const auto feature = static_cast<std::uint32_t>(tree->feature[i]);
      if (tree->kind[i] == NodeKind::number) slot_of(feature, slots.number_slot, slots.numbers);
      if (tree->kind[i] != NodeKind::category) continue;
      const std::uint32_t slot = slot_of(feature, slots.category_slot, slots.categories);
      slots.n_levels.resize(slots.categories.size());
      slots.n_levels[slot] = std::max(slots.n_levels[slot], n_levels_seen(*tree, i));
    }
  }
  return slots;
}

}  // namespace spinney
