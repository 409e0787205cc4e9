// Unpacking, checking and compression of packed trees.
#include "model/packed_tree.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/error.h"
#include "model/smoothing.h"
#include "model/tree_arrays.h"

namespace spinney {
namespace {

template <class T>
void put_all(const std::vector<double>& numbers, std::vector<std::uint8_t>& bytes) {
  bytes.resize(numbers.size() * sizeof(T));
  const double* from = numbers.data();
  std::uint8_t* __restrict to = bytes.data();  // bytes may alias anything
  for (std::size_t i = 0, n = numbers.size(); i < n; ++i) {
    const auto x = static_cast<T>(from[i]);
    std::memcpy(to + i * sizeof(T), &x, sizeof(T));
  }
}

template <class T>
double get(const std::uint8_t* bytes, std::size_t i) {
  T x;
  std::memcpy(&x, bytes + i * sizeof(T), sizeof(T));
  return static_cast<double>(x);
}

void unpack_split(const PackedTree& p, std::size_t k, std::size_t node, Tree& t) {
  const PackedSplit& split = p.splits[k];
  const bool category = split.has(PackedSplit::kCategory);
  t.kind[node] = category ? NodeKind::category : NodeKind::number;
  t.feature[node] = static_cast<std::int32_t>(split.feature());
  t.threshold[node] = category ? std::numeric_limits<double>::quiet_NaN() : split.threshold;
  t.first_child[node] = static_cast<std::int32_t>(2 * k + 1);
  t.n_children[node] = 2;
  t.missing_child[node] = !split.has(PackedSplit::kMissingLeft);
  if (category) {
    t.set_first[node] = split.set().first;
    t.set_length[node] = split.set().length;
  }
}

void unpack_leaf(const PackedTree& p, std::size_t leaf, std::size_t node, const float* shares,
                 Tree& t) {
  const std::size_t width = t.value_width(), n_leaves = p.n_leaves();
  t.count[node] = static_cast<std::int64_t>(compressed_value(p.count, n_leaves, leaf));
  t.weight[node] = compressed_value(p.weight.empty() ? p.count : p.weight, n_leaves, leaf);
  if (!p.leaf_impurity.empty()) t.impurity[node] = p.leaf_impurity[leaf];
  double* value = &t.value[node * width];
  if (shares)
    return each_share(t, shares + leaf * width, [&](std::size_t j, double x) { value[j] = x; });
  if (t.n_classes.empty()) {
    std::copy_n(&p.numbers[leaf * width], width, value);
    return;
  }
  const std::size_t row = p.share_rows[leaf], n_pure = t.n_outputs == 1 ? width : 0;
  if (row < n_pure)
    value[row] = 1;
  else
    std::copy_n(&p.share_pool[(row - n_pure) * width], width, value);
}

// Unpacks nodes in order; the parent's flags determine whether a node is inner.
void unpack_nodes(const PackedTree& p, const float* shares, Tree& t) {
  std::vector<bool> inner(t.size());
  inner[0] = !p.splits.empty();
  for (std::size_t node = 0, k = 0; node < t.size(); ++node) {
    if (!inner[node]) {
      unpack_leaf(p, node - k, node, shares, t);
      continue;
    }
    inner[2 * k + 1] = p.splits[k].has(PackedSplit::kLeftIsInner);
    inner[2 * k + 2] = p.splits[k].has(PackedSplit::kRightIsInner);
    unpack_split(p, k++, node, t);
  }
}

// Calls f(k, node, left child) for the inner nodes, last first.
template <class F>
void each_inner_upwards(const Tree& t, F&& f) {
  for (std::size_t node = t.size(), k = t.size() / 2; node-- > 0;)
    if (t.kind[node] != NodeKind::leaf) f(--k, node, static_cast<std::size_t>(t.first_child[node]));
}

void sum_up(const PackedTree& p, Tree& t) {
  const std::size_t width = t.value_width();
  each_inner_upwards(t, [&](std::size_t k, std::size_t node, std::size_t left) {
    const double l = t.weight[left], r = t.weight[left + 1];
    t.count[node] = t.count[left] + t.count[left + 1];
    t.weight[node] = l + r;
    for (std::size_t j = 0; j < width; ++j)
      t.value[node * width + j] =
          p.inner_value.empty()
              ? (l * t.value[left * width + j] + r * t.value[(left + 1) * width + j]) / (l + r)
              : p.inner_value[k * width + j];
  });
}

// The decrease of Gini impurity or squared error by a split, up to weights.
double squared_distance(const Tree& t, std::size_t left) {
  const std::size_t width = t.value_width();
  const double *a = &t.value[left * width], *b = a + width;
  double sum = 0;
  for (std::size_t j = 0; j < width; ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
  return sum / t.n_outputs;
}

void derive_impurities(const PackedTree& p, Tree& t) {
  const double total = t.weight[0];
  each_inner_upwards(t, [&](std::size_t k, std::size_t node, std::size_t left) {
    const double w = t.weight[node], l = t.weight[left], r = t.weight[left + 1];
    t.gain[node] =
        p.gain.empty() ? l / w * r / total * squared_distance(t, left) : double{p.gain[k]};
    t.impurity[node] =
        p.inner_impurity.empty()
            ? (l * t.impurity[left] + r * t.impurity[left + 1]) / w + t.gain[node] * total / w
            : double{p.inner_impurity[k]};
  });
}

// Whether a compressed array of n values has one of these bytes per value.
bool has_width(const std::vector<std::uint8_t>& bytes, std::size_t n,
               std::initializer_list<std::size_t> widths) {
  return std::any_of(widths.begin(), widths.end(),
                     [&](std::size_t w) { return bytes.size() == w * n; });
}

void check_leaves(const PackedTree& p, const Tree& shape) {
  const std::size_t n = p.n_leaves(), width = shape.value_width();
  require(has_width(p.count, n, {1, 2, 4}) && has_width(p.weight, n, {0, 1, 2, 4, 8}),
          "the counts and weights of a tree do not fit its leaves");
  if (shape.n_classes.empty()) {
    require(p.numbers.size() == n * width, "the values of a tree do not fit its leaves");
    return;
  }
  require(p.share_rows.size() == n && p.share_pool.size() % width == 0,
          "the values of a tree do not fit its leaves");
  const std::size_t n_rows = p.share_pool.size() / width + (shape.n_outputs == 1 ? width : 0);
  for (const auto row : p.share_rows) require(row < n_rows, "a leaf of a tree has no value");
}

}  // namespace

std::size_t PackedTree::n_bytes() const {
  std::size_t n = sizeof *this + splits.capacity() * sizeof(PackedSplit);
  each_packed_array([&]<class T>(const char*, std::vector<T> PackedTree::*array) {
    n += (this->*array).capacity() * sizeof(T);
  });
  return n;
}

void set_ranks(std::vector<PackedSplit>& splits) {
  std::uint32_t rank = 1;  // the root is an inner node
  for (std::size_t k = 0; k < splits.size(); ++k) {
    require(rank > k, "the nodes of a packed tree are inconsistent");
    splits[k].rank = rank;
    rank += splits[k].has(PackedSplit::kLeftIsInner) + splits[k].has(PackedSplit::kRightIsInner);
  }
  require(splits.empty() || rank == splits.size(), "the nodes of a packed tree are inconsistent");
}

Tree unpack(const PackedTree& p, const Tree& shape, const float* shares) {
  Tree t = shape;
  const std::size_t n = p.n_nodes();
  each_node_array(t, [n](auto& array) { array.assign(n, {}); });
  t.feature.assign(n, -2);
  t.threshold.assign(n, -2);
  t.first_child.assign(n, -1);
  t.value.assign(n * t.value_width(), 0);
  t.set_words = p.set_words;
  unpack_nodes(p, shares, t);
  derive_inner(p, t);
  return t;
}

void derive_inner(const PackedTree& p, Tree& t) {
  sum_up(p, t);
  derive_impurities(p, t);
}

void check_packed(const PackedTree& p, const Tree& shape) {
  const std::size_t n = p.splits.size(), width = shape.value_width();
  require(n < std::size_t{1} << 30, "a tree has too many nodes");
  check_leaves(p, shape);
  const auto fits = [](std::size_t size, std::size_t full) { return size == 0 || size == full; };
  require(fits(p.inner_value.size(), n * width) && fits(p.gain.size(), n) &&
              fits(p.inner_impurity.size(), n) && fits(p.leaf_impurity.size(), n + 1),
          "the arrays of a tree differ in length");
  for (const PackedSplit& split : p.splits) {
    require(split.feature() < shape.n_features, "a split of a tree has an unknown feature");
    if (!split.has(PackedSplit::kCategory)) {
      require(!std::isnan(split.threshold), "a threshold of a tree is NaN");
      continue;
    }
    const auto [first, length] = split.set();
    require(std::uint64_t{first} + 2 * std::uint64_t{length} <= p.set_words.size(),
            "a category set of a tree is out of range");
  }
}

std::vector<std::uint8_t> compress_values(const std::vector<double>& numbers) {
  double largest = 0;
  bool whole = true;
  for (const double x : numbers) {
    whole &= x >= 0 && x < 4294967296.0 && static_cast<double>(static_cast<std::int64_t>(x)) == x;
    largest = std::max(largest, x);
  }
  std::vector<std::uint8_t> bytes;
  if (!whole)
    put_all<double>(numbers, bytes);
  else if (largest < 256)
    put_all<std::uint8_t>(numbers, bytes);
  else if (largest < 65536)
    put_all<std::uint16_t>(numbers, bytes);
  else
    put_all<std::uint32_t>(numbers, bytes);
  return bytes;
}

double compressed_value(const std::vector<std::uint8_t>& bytes, std::size_t n, std::size_t i) {
  switch (bytes.size() / n) {
    case 1: return bytes[i];
    case 2: return get<std::uint16_t>(bytes.data(), i);
    case 4: return get<std::uint32_t>(bytes.data(), i);
  }
  return get<double>(bytes.data(), i);  // 8 bytes
}

}  // namespace spinney
