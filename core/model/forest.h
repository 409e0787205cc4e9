// Trees that answer together: packed if they are plain (see predict/forest_pack.h, which makes
// them), else whole.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/packed_tree.h"
#include "model/tree.h"

namespace spinney {

// What the packed trees of a forest ask of a feature.
struct FeatureUse {
  bool number = false;
  std::uint32_t n_levels =
      0;  // one more than the largest level that a question has seen; 0: none asks for a category
};

// Copies share their trees, which never change.
class Forest {
 public:
  Forest() = default;
  // Of the shape of this tree: features, outputs, classes, routes.
  explicit Forest(const Tree& tree);

  const Tree& shape() const { return shape_; }  // a tree without nodes
  std::size_t size() const { return members_.size(); }
  std::size_t n_nodes() const;  // of all trees
  std::size_t n_nodes_of(std::size_t i) const;
  std::size_t n_bytes() const;  // in memory
  std::size_t n_features() const { return shape_.n_features; }
  std::size_t value_width() const { return shape_.value_width(); }

  // One of the two is null.
  const PackedTree* packed(std::size_t i) const { return members_[i].packed.get(); }
  const Tree* whole(std::size_t i) const { return members_[i].whole.get(); }
  // In full: gains and impurities in single precision, weights and inner values up to rounding, all
  // else exact.
  Tree tree(std::size_t i) const;
  // What the trees ask of each feature up to the last that they ask for; perhaps more, in a part of
  // a forest.
  const std::vector<FeatureUse>& feature_uses() const { return feature_uses_; }

  // Trees of the forest's shape.
  void require_shape_of(const Tree& tree) const;
  void add(PackedTree tree);
  void add(Tree tree);
  // The shapes must be the same, unless one has no trees.
  void append(const Forest& other);
  Forest sliced(std::size_t first, std::size_t last) const;

 private:
  struct Member {
    std::shared_ptr<const PackedTree> packed;
    std::shared_ptr<const Tree> whole;
  };
  Tree shape_;
  std::vector<Member> members_;
  std::vector<FeatureUse> feature_uses_;
};

}  // namespace spinney
