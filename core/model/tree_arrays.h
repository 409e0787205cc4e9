// Every array of a tree, listed once, in the order of model files. Copying, checking and saving a
// tree iterate over these lists.
#pragma once

#include <string>

#include "model/tree.h"

// NODE(array): one entry per node, also a field of DraftNode. OTHER(name, array): any other length;
// `name` is that of model files.
#define SPINNEY_TREE_ARRAYS(NODE, OTHER) \
  NODE(kind)                             \
  OTHER(n_classes, n_classes)            \
  NODE(feature)                          \
  NODE(threshold)                        \
  NODE(first_child)                      \
  NODE(n_children)                       \
  NODE(missing_child)                    \
  NODE(impurity)                         \
  NODE(gain)                             \
  NODE(weight)                           \
  NODE(count)                            \
  OTHER(value, value)                    \
  NODE(set_first)                        \
  NODE(set_length)                       \
  OTHER(set_words, set_words)            \
  OTHER(cuts, cuts)                      \
  OTHER(level_child, level_child)        \
  OTHER(term_feature, term_feature)      \
  OTHER(term_factor, term_factor)        \
  OTHER(term_centre, term_center)        \
  OTHER(term_share, term_share)          \
  OTHER(missing_route, missing_route)    \
  OTHER(unknown_route, unknown_route)

// NODE(array): one entry per node, or empty. ENTRY(array): one entry per alternative.
#define SPINNEY_ALTERNATIVE_ARRAYS(NODE, ENTRY) \
  NODE(first)                                   \
  NODE(count)                                   \
  ENTRY(kind)                                   \
  ENTRY(feature)                                \
  ENTRY(threshold)                              \
  ENTRY(above_left)                             \
  ENTRY(score)                                  \
  ENTRY(adjusted)                               \
  ENTRY(set_first)                              \
  ENTRY(set_length)

// For macros that skip one of the two groups.
#define SPINNEY_SKIP(...)

namespace spinney {

// Calls f(array) for the arrays with one entry per node.
template <class TreeType, class F>
void each_node_array(TreeType& t, F&& f) {
#define SPINNEY_USE(array) f(t.array);
  SPINNEY_TREE_ARRAYS(SPINNEY_USE, SPINNEY_SKIP)
#undef SPINNEY_USE
}

// Calls f(array...) for the arrays with one entry per alternative, of one or several.
template <class F, class... AlternativesType>
void each_entry_array(F&& f, AlternativesType&... a) {
#define SPINNEY_USE(array) f(a.array...);
  SPINNEY_ALTERNATIVE_ARRAYS(SPINNEY_SKIP, SPINNEY_USE)
#undef SPINNEY_USE
}

// Calls f(name, array) for every array of the tree.
template <class TreeType, class F>
void each_tree_array(TreeType& t, F&& f) {
#define SPINNEY_NODE(array) f(std::string(#array), t.array);
#define SPINNEY_OTHER(name, array) f(std::string(#name), t.array);
  SPINNEY_TREE_ARRAYS(SPINNEY_NODE, SPINNEY_OTHER)
#undef SPINNEY_NODE
#undef SPINNEY_OTHER
  const auto each_alternative_array = [&](const std::string& prefix, auto& a) {
#define SPINNEY_USE(array) f(prefix + #array, a.array);
    SPINNEY_ALTERNATIVE_ARRAYS(SPINNEY_USE, SPINNEY_USE)
#undef SPINNEY_USE
  };
  each_alternative_array("surrogate_", t.surrogates);
  each_alternative_array("competitor_", t.competitors);
}

}  // namespace spinney
