// The arrays of a tree by name, for saving and loading.
#pragma once

#include <string>

#include "model/tree.h"

namespace spinney {

template <class AlternativesType, class F>
void each_alternative_array(const std::string& prefix, AlternativesType& a, F&& f) {
  f(prefix + "first", a.first);
  f(prefix + "count", a.count);
  f(prefix + "kind", a.kind);
  f(prefix + "feature", a.feature);
  f(prefix + "threshold", a.threshold);
  f(prefix + "above_left", a.above_left);
  f(prefix + "score", a.score);
  f(prefix + "adjusted", a.adjusted);
  f(prefix + "set_first", a.set_first);
  f(prefix + "set_length", a.set_length);
}

// Calls f(name, array) for every array of the tree.
template <class TreeType, class F>
void each_tree_array(TreeType& t, F&& f) {
  f("kind", t.kind);
  f("n_classes", t.n_classes);
  f("feature", t.feature);
  f("threshold", t.threshold);
  f("first_child", t.first_child);
  f("n_children", t.n_children);
  f("missing_child", t.missing_child);
  f("impurity", t.impurity);
  f("gain", t.gain);
  f("weight", t.weight);
  f("count", t.count);
  f("value", t.value);
  f("set_first", t.set_first);
  f("set_length", t.set_length);
  f("set_words", t.set_words);
  f("cuts", t.cuts);
  f("level_child", t.level_child);
  f("term_feature", t.term_feature);
  f("term_factor", t.term_factor);
  f("term_centre", t.term_center);
  f("term_share", t.term_share);
  f("missing_route", t.missing_route);
  f("unknown_route", t.unknown_route);
  each_alternative_array("surrogate_", t.surrogates, f);
  each_alternative_array("competitor_", t.competitors, f);
}

}  // namespace spinney
