#include "models.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <type_traits>

#include "base/error.h"
#include "base/interrupt.h"
#include "data/table.h"
#include "model/forest.h"
#include "model/prune.h"
#include "predict/forest_predict.h"
#include "predict/interpreter.h"
#include "serialize/tree_arrays.h"

namespace spinney::fuzz {
namespace {

// The loader holds features and classes against the policies and labels that the file has for them.
constexpr std::size_t kRows = 40, kMostFeatures = 2000, kMostClasses = 2000;

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
  else if constexpr (std::is_same_v<T, std::int32_t>)
    return ArrayType::i32;
  else if constexpr (std::is_same_v<T, std::uint32_t>)
    return ArrayType::u32;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return ArrayType::i64;
  else
    return ArrayType::u64;
}

const NamedArray* find(const Container& c, const std::string& name) {
  for (const NamedArray& array : c.arrays)
    if (array.name == name) return &array;
  return nullptr;
}

template <class T>
std::vector<T> read(const Container& c, const std::string& name) {
  const NamedArray* array = find(c, name);
  require(array && array->type == type_of<T>() && array->shape.size() == 1, "an array is missing");
  std::vector<T> values(array->n_bytes / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), array->data, array->n_bytes);
  return values;
}

// The number of a key in the text: the last before an array is named.
std::uint32_t number_of(const Container& c, std::string_view key, const std::string& before) {
  const std::size_t end = c.text.find("\"" + before + "\"");
  const std::size_t at = c.text.rfind(key, end);
  std::uint32_t value = 0;
  if (end != std::string_view::npos && at != std::string_view::npos)
    std::from_chars(c.text.data() + at + key.size(), c.text.data() + c.text.size(), value);
  return value;
}

// As the loader does before it asks the core.
void refuse_nan(const std::vector<double>& values) {
  require(std::none_of(values.begin(), values.end(), [](double x) { return std::isnan(x); }), "a value is NaN");
}

Tree read_tree(const Container& c, const std::string& prefix) {
  Tree tree;
  tree.n_features = number_of(c, "\"n_features\":", prefix + "kind");
  tree.n_outputs = number_of(c, "\"n_outputs\":", prefix + "kind");
  each_tree_array(tree,
                  [&]<class T>(const std::string& name, std::vector<T>& array) { array = read<T>(c, prefix + name); });
  refuse_nan(tree.value);
  check_tree(tree);
  return tree;
}

// Arrays of packed trees, one after another.
template <class T>
std::vector<std::vector<T>> read_parts(const Container& c, const std::string& name) {
  const auto items = read<T>(c, name);
  const auto lengths = read<std::uint64_t>(c, name + "_lengths");
  std::vector<std::vector<T>> parts;
  std::size_t done = 0;
  for (const std::uint64_t length : lengths) {
    require(length <= items.size() - done, "a part is too long");
    parts.emplace_back(items.begin() + static_cast<std::ptrdiff_t>(done),
                       items.begin() + static_cast<std::ptrdiff_t>(done + length));
    done += length;
  }
  return parts;
}

Forest read_forest(const Container& c, const std::string& prefix) {
  Tree shape;
  const std::string first = prefix + "missing_route";
  shape.n_features = number_of(c, "\"n_features\":", first);
  shape.n_outputs = number_of(c, "\"n_outputs\":", first);
  if (const std::uint32_t n_classes = number_of(c, "\"n_classes\":[", first))
    shape.n_classes.assign(std::min(shape.n_outputs, 1000u), n_classes);
  require(shape.n_outputs > 0 && (shape.n_classes.empty() || shape.n_classes.size() == shape.n_outputs), "no outputs");
  const auto threshold = read_parts<double>(c, prefix + "threshold");
  const auto question = read_parts<std::uint32_t>(c, prefix + "question");
  require(threshold.size() == question.size(), "parts differ in number");
  std::vector<PackedTree> trees(threshold.size());
  for (std::size_t i = 0; i < trees.size(); ++i) {
    require(threshold[i].size() == question[i].size(), "parts differ in length");
    for (std::size_t k = 0; k < threshold[i].size(); ++k)
      trees[i].splits.push_back({threshold[i][k], question[i][k], 0});
    set_ranks(trees[i].splits);
  }
  each_packed_array([&]<class T>(const char* name, std::vector<T> PackedTree::*array) {
    auto parts = read_parts<T>(c, prefix + name);
    require(parts.size() == trees.size(), "parts differ in number");
    for (std::size_t i = 0; i < trees.size(); ++i) trees[i].*array = std::move(parts[i]);
  });
  require(shape.n_features <= kMostFeatures, "too many features");
  Forest forest(shape);
  for (PackedTree& tree : trees) {
    for (const auto* values : {&tree.numbers, &tree.share_pool, &tree.inner_value}) refuse_nan(*values);
    check_packed(tree, forest.shape());
    forest.add(std::move(tree));
  }
  return forest;
}

// Rows of all sorts: numbers, levels known and unknown, missing values.
struct Rows {
  explicit Rows(std::size_t n_features) : cells(kRows * n_features) {
    for (std::size_t i = 0; i < cells.size(); ++i)
      cells[i] = i % 7 == 0   ? std::nan("")
                 : i % 5 == 0 ? static_cast<double>(i % 11) - 1
                              : std::sin(0.7 * static_cast<double>(i)) * 50;
    for (std::size_t j = 0; j < n_features; ++j) {
      Column column;
      column.data = reinterpret_cast<const char*>(cells.data() + j * kRows);
      column.stride = sizeof(double);
      column.levels = j % 2 == 0 ? 9 : 0;
      table.columns.push_back(column);
    }
    table.n_rows = kRows;
  }
  std::vector<double> cells;
  Table table;
};

void ask_tree(const Tree& tree) {
  importances(tree, true, true);
  depth_of(tree);
  weakest_links(tree, tree.impurity);
  const Rows rows(tree.n_features);
  Interrupt interrupt;
  std::vector<double> out(kRows * tree.value_width());
  predict_values(tree, rows.table, 1, interrupt, out.data());
  find_leaves(tree, rows.table, 1, interrupt);
  find_paths(tree, rows.table, interrupt);
  count_absent(tree, rows.table, interrupt);
  find_parts(tree, rows.table, interrupt);
}

void ask_forest(const Forest& forest) {
  const Rows rows(forest.n_features());
  Interrupt interrupt;
  std::vector<double> out(kRows * forest.value_width());
  std::vector<std::int32_t> nodes(kRows * forest.size());
  for (const Aggregate aggregate : {Aggregate::mean, Aggregate::mode, Aggregate::median})
    predict_forest(forest, rows.table, aggregate, 1, interrupt, out.data());
  apply_forest(forest, rows.table, 1, interrupt, nodes.data());
  for (std::size_t i = 0; i < forest.size(); ++i) ask_tree(forest.tree(i));
}

}  // namespace

int try_models(const Container& container) {
  int n_models = 0;
  const auto ends_in = [](const std::string& name, std::string_view end) {
    return name.size() >= end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
  };
  for (const NamedArray& array : container.arrays) {
    std::string prefix = array.name;
    if (ends_in(prefix, ".first_child")) {
      prefix.resize(prefix.size() - std::strlen("first_child"));
      if (find(container, prefix + "kind.lengths")) continue;  // many trees, one after another
      const Tree tree = read_tree(container, prefix);
      if (tree.n_features <= kMostFeatures) ask_tree(tree);
      ++n_models;
    } else if (ends_in(prefix, ".question")) {
      prefix.resize(prefix.size() - std::strlen("question"));
      const Forest forest = read_forest(container, prefix);
      if (forest.size() > 0 && forest.value_width() <= kMostClasses) ask_forest(forest);
      ++n_models;
    }
  }
  return n_models;
}

}  // namespace spinney::fuzz
