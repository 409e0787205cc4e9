// Where the rows of a node go: to its children, whole or in parts, as the split and the routes of
// absent values say.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "grow/options.h"
#include "grow/row_subset.h"

namespace spinney {

// A node's rows, divided among its children.
struct Division {
  struct Child {
    std::shared_ptr<RowSubset> subset;
    std::size_t begin, end;
  };
  // The rows that have the value, where they are not all: by themselves, and by child.
  struct Present {
    NodeSummary all;
    std::vector<NodeSummary> children;
  };
  std::vector<Child> children;
  std::optional<Present> present;
  bool whole = true;  // the children share the node's row subset
};

class RowDivider {
 public:
  RowDivider(const TreeOptions& options, Interrupt& interrupt)
      : options_(options), interrupt_(interrupt) {}

  // Completes the split: surrogates, and where missing values go if the search has left them out.
  // The division stays as it is until the next one.
  const Division& divide(const std::shared_ptr<RowSubset>& subset, const NodeRows& node,
                         Split& split, int n_threads);
  // Parts the presorted columns of a node that was divided whole; to be called if a child is to be
  // searched.
  void partition_presorted(RowSubset& subset, const Division& division, bool multiway,
                           int n_threads);

 private:
  void divide_in_two(const std::shared_ptr<RowSubset>& subset, const NodeRows& node, Split& split,
                     int n_threads);
  void divide_in_many(const std::shared_ptr<RowSubset>& subset, const NodeRows& node, Split& split);
  bool finalize(RowSubset& subset, const NodeRows& node, Split& split, int n_threads) const;
  bool needs_surrogates(const Split& split) const;
  Division::Present sum_up(const RowSubset& subset, const NodeRows& node, std::size_t n_children,
                           const auto& child_of) const;

  const TreeOptions& options_;
  Interrupt& interrupt_;
  Partition::Scratch scratch_;
  Division division_;
};

}  // namespace spinney
