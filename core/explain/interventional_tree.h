// A tree and a background prepared for interventional SHAP values.
#pragma once

#include <memory>
#include <vector>

#include "explain/interventional.h"
#include "explain/pattern_lanes.h"

namespace spinney {

// The background rows as trees read them.
struct BackgroundRows {
  BackgroundRows(const Background& background, const ShapSlots& slots);

  std::size_t size() const { return background.weight.size(); }

  const Background& background;
  LaneRows rows;
  double total;  // weight
};

class InterventionalTree {
 public:
  InterventionalTree(const Tree& tree, std::size_t first_output, const ShapOutput& out,
                     std::size_t n_background);

  const Tree& tree() const { return *tree_; }
  std::size_t first_output() const { return first_output_; }
  // Parts that are computed at once; at least 1.
  std::size_t n_parts() const { return std::max<std::size_t>(1, tables_.size()); }
  std::size_t n_bytes(std::size_t part) const {
    return part < tables_.size() ? tables_[part].n_bytes() : 0;
  }
  // Computes the tables of a part; for the first one also what by_walk() and base() return.
  void prepare(std::size_t part, const BackgroundRows& background, PatternLanes& lanes);
  void clear(std::size_t part) {
    if (part < tables_.size()) tables_[part].clear();
  }

  // Null if the tree has no tables.
  const PatternTables* tables(std::size_t part) const {
    return part < tables_.size() ? &tables_[part] : nullptr;
  }
  // Background rows that the tables do not contain.
  const std::vector<std::uint32_t>& by_walk() const { return by_walk_; }
  // The mean over the background rows.
  const std::vector<double>& base() const { return base_; }

 private:
  void compute_base(const BackgroundRows& background);

  const Tree* tree_;
  std::size_t first_output_;
  std::unique_ptr<ShapPaths> paths_;
  std::vector<PatternTables> tables_;
  std::vector<std::uint32_t> by_walk_;
  std::vector<double> base_;
};

}  // namespace spinney
