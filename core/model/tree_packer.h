// Packs a tree whose nodes come level by level.
#pragma once

#include <map>
#include <vector>

#include "model/draft.h"
#include "model/packed_tree.h"

namespace spinney {

// Rows of class shares, equal ones once.
class SharePool {
 public:
  explicit SharePool(const Tree& shape)
      : width_(shape.value_width()), n_pure_(shape.n_outputs == 1 ? shape.value_width() : 0) {}
  std::uint32_t row(const double* value);
  std::vector<double> take();

 private:
  std::size_t width_, n_pure_;
  std::vector<double> pool_;
  std::map<std::vector<double>, std::uint32_t> rows_;
};

class TreePacker {
 public:
  TreePacker(const Tree& shape, std::size_t n_leaves);

  // Asks for a number or a category. `ways`: flags that say where rows without an answer really go; `pool`: has the
  // sets of a category.
  void add_split(const DraftNode& node, std::uint32_t ways, const Tree& pool);
  void add_leaf(const DraftNode& node, const double* value);

  // All nodes have been added. What inner nodes say is not kept: it follows from the leaves.
  PackedTree finish();

 private:
  bool classes_;
  std::size_t width_, n_nodes_ = 0;
  PackedTree packed_;
  SharePool shares_;
  std::vector<double> counts_, weights_;
  std::vector<float> impurities_;
  bool pure_ = true;
};

}  // namespace spinney
