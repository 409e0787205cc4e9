#include "reading.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <type_traits>

#include "base/error.h"
#include "model/tree_arrays.h"

namespace spinney::fuzz {
namespace {

template <class T>
constexpr ArrayType type_of() {
  if constexpr (std::is_enum_v<T>)
    return ArrayType::u8;
  else if constexpr (std::is_same_v<T, double>)
    return ArrayType::f64;
  else if constexpr (std::is_same_v<T, float>)
    return ArrayType::f32;
  else if constexpr (std::is_same_v<T, std::uint8_t>)
    return ArrayType::u8;
  else if constexpr (std::is_same_v<T, std::uint16_t>)
    return ArrayType::u16;
  else if constexpr (std::is_same_v<T, std::int32_t>)
    return ArrayType::i32;
  else if constexpr (std::is_same_v<T, std::uint32_t>)
    return ArrayType::u32;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return ArrayType::i64;
  else
    return ArrayType::u64;
}

template <class T>
std::vector<T> read(const Container& c, const std::string& name) {
  const NamedArray* array = find(c, name);
  require(array && array->type == type_of<T>() && array->shape.size() == 1, "an array is missing");
  std::vector<T> values(array->n_bytes / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), array->data, array->n_bytes);
  return values;
}

// Splits concatenated items by lengths, which must add up.
template <class T>
std::vector<std::vector<T>> split(const std::vector<T>& items,
                                  const std::vector<std::uint64_t>& lengths) {
  std::vector<std::vector<T>> parts;
  auto rest = items.begin();
  for (const std::uint64_t length : lengths) {
    require(length <= static_cast<std::uint64_t>(items.end() - rest), "a length is too large");
    parts.emplace_back(rest, rest + static_cast<std::ptrdiff_t>(length));
    rest += static_cast<std::ptrdiff_t>(length);
  }
  require(rest == items.end(), "items are left over");
  return parts;
}

// Reads a column of records. Columns can share lengths, so the text names the array of lengths.
template <class T>
std::vector<std::vector<T>> read_column(const Container& c, const std::string& name) {
  const std::string before = "{\"joined\":{\"array\":\"" + name + "\"},\"lengths\":{\"array\":\"";
  const std::size_t at = c.text.find(before);
  require(at != std::string_view::npos, "a column has no lengths");
  const std::size_t begin = at + before.size();
  const std::size_t end = std::min(c.text.find('"', begin), c.text.size());
  return split(read<T>(c, name),
               read<std::uint64_t>(c, std::string(c.text.substr(begin, end - begin))));
}

template <class T>
std::vector<std::vector<T>> read_packed(const Container& c, const std::string& name) {
  return split(read<T>(c, name), read<std::uint64_t>(c, name + "_lengths"));
}

// Finds the last `key` before the name of an array in the text, and returns its number or the first
// of its numbers; 0 if there is none.
std::uint32_t number_of(const Container& c, const std::string& key, const std::string& array) {
  const std::size_t end = c.text.find("\"" + array + "\"");
  const std::string quoted = "\"" + key + "\":";
  const std::size_t at = c.text.rfind(quoted, end);
  std::uint32_t value = 0;
  if (end == std::string_view::npos || at == std::string_view::npos) return value;
  std::string_view rest = c.text.substr(at + quoted.size());
  for (const std::string_view opening : {"{\"values\":", "["})
    if (rest.starts_with(opening)) rest.remove_prefix(opening.size());
  std::from_chars(rest.data(), rest.data() + rest.size(), value);
  return value;
}

// Reads outputs and features of a tree, or of a list of trees with equal sizes.
Tree read_sizes(const Container& c, const std::string& array) {
  Tree tree;
  tree.n_features = number_of(c, "n_features", array);
  tree.n_outputs = number_of(c, "n_outputs", array);
  require(tree.n_features <= kMaxFeatures, "too many features");
  return tree;
}

std::vector<PackedTree> read_packed_trees(const Container& c, const std::string& prefix) {
  const auto threshold = read_packed<double>(c, prefix + "threshold");
  const bool is_former = find(c, prefix + kFormerFeatureArray) != nullptr;
  const auto feature_and_flags =
      read_packed<std::uint32_t>(c, prefix + (is_former ? kFormerFeatureArray : kFeatureArray));
  require(threshold.size() == feature_and_flags.size(), "arrays differ in number");
  std::vector<PackedTree> trees(threshold.size());
  for (std::size_t i = 0; i < trees.size(); ++i) {
    require(threshold[i].size() == feature_and_flags[i].size(), "arrays differ in length");
    for (std::size_t k = 0; k < threshold[i].size(); ++k)
      trees[i].splits.push_back({threshold[i][k], feature_and_flags[i][k], 0});
    set_ranks(trees[i].splits);
  }
  each_packed_array([&]<class T>(const char* name, std::vector<T> PackedTree::*array) {
    auto parts = read_packed<T>(c, prefix + name);
    require(parts.size() == trees.size(), "arrays differ in number");
    for (std::size_t i = 0; i < trees.size(); ++i) trees[i].*array = std::move(parts[i]);
  });
  return trees;
}

std::vector<MissingRoute> read_routes(const Container& c, const std::string& name,
                                      std::size_t n_features) {
  const auto routes = read<MissingRoute>(c, name);
  require(routes.empty() || routes.size() == n_features, "the routes do not match the features");
  require(std::all_of(routes.begin(), routes.end(),
                      [](MissingRoute r) { return r <= MissingRoute::majority; }),
          "an unknown route");
  return routes;
}

Tree read_shape(const Container& c, const std::string& prefix) {
  Tree shape = read_sizes(c, prefix + "missing_route");
  if (const std::uint32_t n_classes = number_of(c, "n_classes", prefix + "missing_route"))
    shape.n_classes.assign(std::min(shape.n_outputs, 1000u), n_classes);
  require(
      shape.n_outputs > 0 && (shape.n_classes.empty() || shape.n_classes.size() == shape.n_outputs),
      "no outputs");
  shape.missing_route = read_routes(c, prefix + "missing_route", shape.n_features);
  shape.unknown_route = read_routes(c, prefix + "unknown_route", shape.n_features);
  return shape;
}

}  // namespace

const NamedArray* find(const Container& c, const std::string& name) {
  for (const NamedArray& array : c.arrays)
    if (array.name == name) return &array;
  return nullptr;
}

std::vector<double> read_numbers(const Container& c, const std::string& name) {
  return read<double>(c, name);
}

Tree read_tree(const Container& c, const std::string& prefix) {
  Tree tree = read_sizes(c, prefix + "kind");
  each_tree_array(tree, [&]<class T>(const std::string& name, std::vector<T>& array) {
    array = read<T>(c, prefix + name);
  });
  check_tree(tree);
  return tree;
}

std::vector<Tree> read_trees(const Container& c, const std::string& prefix) {
  const std::size_t n = read_column<NodeKind>(c, prefix + "kind").size();
  std::vector<Tree> trees(n, read_sizes(c, prefix + "kind"));
  Tree names;
  each_tree_array(names, [&]<class T>(const std::string& name, std::vector<T>&) {
    auto column = read_column<T>(c, prefix + name);
    require(column.size() == n, "columns differ in length");
    for (std::size_t i = 0; i < n; ++i)
      each_tree_array(trees[i], [&]<class U>(const std::string& other, std::vector<U>& array) {
        if constexpr (std::is_same_v<T, U>)
          if (other == name) array = std::move(column[i]);
      });
  });
  for (const Tree& tree : trees) check_tree(tree);
  return trees;
}

Forest read_forest(const Container& c, const std::string& prefix) {
  Forest forest(read_shape(c, prefix));
  for (PackedTree& tree : read_packed_trees(c, prefix)) {
    check_packed(tree, forest.shape());
    forest.add(std::move(tree));
  }
  if (!find(c, prefix + "whole.first_child")) return forest;
  for (Tree& tree : read_trees(c, prefix + "whole.")) {
    forest.require_shape_of(tree);
    forest.add(std::move(tree));
  }
  return forest;
}

LeafTargets read_leaf_targets(const Container& c, const std::string& prefix) {
  std::vector<double> targets = read<double>(c, prefix + "targets");
  auto first = read_column<std::uint32_t>(c, prefix + "trees.first");
  auto low = read_column<std::uint16_t>(c, prefix + "trees.low");
  auto high = read_column<std::uint16_t>(c, prefix + "trees.high");
  auto weight = read_column<float>(c, prefix + "trees.weight");
  require(
      low.size() == first.size() && high.size() == first.size() && weight.size() == first.size(),
      "columns differ in length");
  std::vector<LeafRanks> trees;
  for (std::size_t i = 0; i < first.size(); ++i)
    trees.emplace_back(LeafRanks::Arrays{std::move(first[i]), std::move(low[i]), std::move(high[i]),
                                         std::move(weight[i])},
                       targets.size());
  return {std::move(targets), std::move(trees)};
}

}  // namespace spinney::fuzz
