// Divides the rows of a node among its children, whole or in fractions, by the split and the routes
// of missing values.
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
  // Statistics of the rows that have the value, if some are missing: all, and per child.
  struct Present {
    NodeSummary all;
    std::vector<NodeSummary> children;
  };
  std::vector<Child> children;
  std::optional<Present> present;
  bool whole = true;  // the children share the node's row subset, without fractions
};

class RowDivider {
 public:
  RowDivider(const TreeOptions& options, Interrupt& interrupt)
      : options_(options), interrupt_(interrupt) {}

  // Divides the rows and completes the split: surrogates, and the route of missing values that the
  // search skipped. The result is valid until the next call.
  const Division& divide(const std::shared_ptr<RowSubset>& subset, const NodeRows& node,
                         Split& split, int n_threads);
  // Partitions the presorted columns of a node whose children share its subset; needed if a child
  // is searched.
  void partition_presorted(RowSubset& subset, const Division& division, bool multiway,
                           int n_threads);

 private:
  void divide_binary(const std::shared_ptr<RowSubset>& subset, const NodeRows& node, Split& split,
                     int n_threads);
  void divide_multiway(const std::shared_ptr<RowSubset>& subset, const NodeRows& node,
                       Split& split);
  bool finalize(RowSubset& subset, const NodeRows& node, Split& split, int n_threads) const;
  bool needs_surrogates(const Split& split) const;
  Division::Present summarize_present(const RowSubset& subset, const NodeRows& node,
                                      std::size_t n_children, const auto& child_of) const;

  const TreeOptions& options_;
  Interrupt& interrupt_;
  Partition::Scratch scratch_;
  Division division_;
};

}  // namespace spinney
