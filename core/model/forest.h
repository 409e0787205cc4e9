// An ensemble of trees with the same shape. Trees are packed (predict/forest_pack.h) if possible.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/interrupt.h"
#include "model/packed_tree.h"
#include "model/tree.h"

namespace spinney {

// How the packed trees of a forest use a feature.
struct FeatureUse {
  bool number = false;
  std::uint32_t n_levels =
      0;  // one more than the largest category seen by a split; 0: no splits on categories
};

// Copies share their trees, which are immutable.
class Forest {
 public:
  Forest() = default;
  // An empty forest with the shape of this tree: features, outputs, classes, routes.
  explicit Forest(const Tree& tree);

  const Tree& shape() const { return shape_; }  // a tree without nodes
  std::size_t size() const { return members_.size(); }
  std::size_t n_nodes() const;  // of all trees
  std::size_t n_nodes_of(std::size_t i) const;
  std::size_t n_bytes() const;  // in memory
  std::size_t n_features() const { return shape_.n_features; }
  std::size_t value_width() const { return shape_.value_width(); }

  // Exactly one of the two is not null.
  const PackedTree* packed(std::size_t i) const { return members_[i].packed.get(); }
  const Tree* whole(std::size_t i) const { return members_[i].whole.get(); }
  // Class shares of the leaves of a packed tree in place of its own, as read by each_share(); null
  // unless the forest is smoothed.
  const float* shares(std::size_t i) const {
    return members_[i].shares ? members_[i].shares->data() : nullptr;
  }
  // The unpacked tree: gains and impurities in single precision, weights and values of inner nodes
  // up to rounding, everything else exact.
  Tree tree(std::size_t i) const;
  // Up to the last feature used; slices of a forest may report more than they use.
  const std::vector<FeatureUse>& feature_uses() const { return feature_uses_; }

  // Trees must have the shape of the forest.
  void require_shape_of(const Tree& tree) const;
  void add(PackedTree tree);
  void add(Tree tree);
  // The shapes must be equal, unless one forest is empty.
  void append(const Forest& other);
  Forest sliced(std::size_t first, std::size_t last) const;
  // Packed trees are shared: their statistics are derived from what prediction needs.
  Forest without_statistics() const;
  // The same trees with smoothed class shares (model/smoothing.h). The last result is kept.
  Forest smoothed(double strength, int n_threads, Interrupt& interrupt) const;

 private:
  struct Member {
    std::shared_ptr<const PackedTree> packed;
    std::shared_ptr<const Tree> whole;
    std::shared_ptr<const std::vector<float>> shares;
  };
  // The last smoothed forest. A copy of a forest starts without one.
  struct Kept {
    Kept() = default;
    Kept(const Kept&) {}
    Kept& operator=(const Kept&) {
      clear();
      return *this;
    }
    void clear();

    std::mutex mutex;
    double strength = 0;
    std::vector<Member> members;
  };
  Member smoothed_member(std::size_t i, double strength) const;

  Tree shape_;
  std::vector<Member> members_;
  std::vector<FeatureUse> feature_uses_;
  mutable Kept kept_;
};

}  // namespace spinney
