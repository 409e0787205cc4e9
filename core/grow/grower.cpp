// The growth loop of exact trees, and of their subtrees in parallel.
#include "grow/grower.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/pool.h"
#include "base/random.h"
#include "grow/frontier.h"
#include "grow/presort_plan.h"
#include "grow/row_divider.h"
#include "grow/small_node_grower.h"
#include "grow/split_record.h"
#include "grow/tree_shape.h"

namespace spinney {
namespace {

// Nodes with fewer cells are searched by one thread.
constexpr std::size_t kParallelCells = 100'000;

class Grower {
 public:
  Grower(const TreeOptions& options, TreeBuilder& builder, double total_weight, int n_threads,
         std::size_t subtree_rows, Interrupt& interrupt)
      : options_(options),
        builder_(builder),
        total_weight_(total_weight),
        n_threads_(n_threads),
        subtree_rows_(subtree_rows),
        interrupt_(interrupt),
        frontier_(options, options.level_wise),
        divider_(options, interrupt),
        small_node_grower_(options, builder, total_weight) {}

  void grow(OpenNode root) {
    const Targets& targets = root.subset->data.targets;
    gain_unit_ = gain_unit(options_.criterion, targets) / total_weight_;
    lazy_ = options_.allows_lazy_summary(targets);
    open(root, true);
    while (ReadyNodePool::Ready ready = next()) {
      interrupt_.poll();
      records_.clear();
      for (const OpenNode& child : ready->children) records_.push_back(record(child));
      std::int32_t id = builder_.split(
          ready->node.id, split_record(ready->split, ready->gain, gain_unit_), records_);
      for (OpenNode& child : ready->children) child.id = id++;
      for (std::size_t c = ready->children.size(); c-- > 0;) open(ready->children[c], false);
      pool_.give_back(std::move(ready));
    }
  }

  // Nodes set aside to be grown as subtrees.
  std::vector<OpenNode>& subtrees() { return subtrees_; }

  static NodeRecord record(const OpenNode& n) {
    return node_record(n.size(), n.summary, n.subset->data.targets.weight_scale);
  }

 private:
  // The next node to split; null if none is left. A node whose children would exceed the maximum
  // number of leaves stays a leaf.
  ReadyNodePool::Ready next() {
    while (!frontier_.empty()) {
      ReadyNodePool::Ready ready = frontier_.pop();
      if (builder_.n_leaves() + ready->children.size() <= options_.max_leaf_nodes + 1) return ready;
      complete(ready->node);
    }
    return nullptr;
  }

  void open(OpenNode& node, bool root) {
    if (!may_split(options_, node.summary, node.depth, node.effective_rows)) return complete(node);
    if (!root && node.size() <= subtree_rows_) {
      subtrees_.push_back(std::move(node));
      return;
    }
    if (small_node_grower_.accepts(node)) {
      if (SmallNodeFinder* small_finder = finder(node.subset).small_node_finder())
        return small_node_grower_.grow(*small_finder, node);
    }
    auto ready = pool_.take();
    std::swap(ready->node, node);
    if (find_split(*ready)) {
      frontier_.push(std::move(ready), ready->gain, static_cast<std::size_t>(ready->node.id));
    } else {
      complete(ready->node);
      pool_.give_back(std::move(ready));
    }
  }

  // Computes the statistics that were left out while the node could still be split.
  void complete(OpenNode& node) {
    if (!std::isnan(node.summary.impurity)) return;
    summarize(node);
    builder_.update_leaf(node.id, record(node));
  }

  // Compute full statistics now; they cannot be derived from the score later.
  void complete_summaries(ReadyNode& ready) {
    complete(ready.node);
    for (OpenNode& child : ready.children)
      if (std::isnan(child.summary.impurity)) summarize(child);
  }

  void summarize(OpenNode& node) const {
    const RowSubset& subset = *node.subset;
    spinney::summarize(options_.criterion, subset.data.targets,
                       subset.partition.rows() + node.begin, node.size(), node.summary);
  }

  int threads_for(const OpenNode& node) const {
    return node.size() * node.subset->data.matrix.columns.size() < kParallelCells ? 1 : n_threads_;
  }

  // A finder serves one row subset. Consecutive nodes usually share their subset.
  SplitFinder& finder(const std::shared_ptr<RowSubset>& subset) {
    if (finder_subset_ != subset) {
      finder_ = make_finder(options_, subset->data, interrupt_);
      finder_subset_ = subset;
    }
    return *finder_;
  }

  bool find_split(ReadyNode& ready) {
    const OpenNode& node = ready.node;
    Partition& partition = node.subset->partition;
    std::vector<std::uint32_t> features;
    if (options_.feature_draw)
      features = options_.feature_draw->of_node(node.depth, node.key, node.path);
    NodeRows rows{partition.rows(), node.begin, node.end, node.key, node.lower, node.upper};
    if (options_.feature_draw) rows.features = &features;
    const int n_threads = threads_for(node);
    ready.split = finder(node.subset).find(rows, n_threads);
    if (!ready.split.found()) return false;
    const Division& division = divider_.divide(node.subset, rows, ready.split, n_threads);
    ready.children.resize(division.children.size());
    for (std::size_t c = 0; c < division.children.size(); ++c)
      start_child(node, c, division.children[c], ready.child_weight(c), ready.children[c]);
    if (!finalize(division, ready)) return false;
    const bool child_may_split =
        std::any_of(ready.children.begin(), ready.children.end(), [&](const OpenNode& child) {
          return may_split(options_, child.summary, child.depth, child.effective_rows);
        });
    if (division.whole && child_may_split)
      divider_.partition_presorted(*node.subset, division, ready.split.multiway(), n_threads);
    return true;
  }

  // Sets the gain, value bounds and the route of missing values from the children. Returns false if
  // the gain is too small.
  bool finalize(const Division& division, ReadyNode& ready) {
    const OpenNode& node = ready.node;
    Split& split = ready.split;
    const bool learned = options_.missing_route(split.feature) == MissingRoute::learned;
    if (learned && !split.saw_missing) ready.route_missing();
    const bool skipped =
        division.present && !learned;  // the gain is computed on the rows that were searched
    const auto part = [&](std::size_t c) -> const NodeSummary& {
      return skipped ? division.present->children[c] : ready.children[c].summary;
    };
    const bool gain_known =
        lazy_ && score_determines_gain(node.subset->data.targets, split.score, node.summary.weight);
    if (lazy_ && !gain_known) complete_summaries(ready);
    ready.gain = gain_known ? split.score / node.summary.weight * gain_unit_
                            : impurity_decrease(skipped ? division.present->all : node.summary,
                                                ready.children.size(), part, total_weight_);
    if (node.subset->data.targets.boosting()) ready.gain = split.score * gain_unit_;
    if (ready.gain + std::numeric_limits<double>::epsilon() < options_.min_impurity_decrease)
      return false;
    if (!options_.monotonic.empty()) ready.bound_values(options_.monotonic[split.feature]);
    if (options_.feature_draw && options_.feature_draw->constrains()) ready.extend_paths();
    return true;
  }

  void start_child(const OpenNode& parent, std::uint64_t number, const Division::Child& rows,
                   double weight, OpenNode& node) const {
    node.subset = rows.subset;
    node.begin = rows.begin;
    node.end = rows.end;
    node.effective_rows = rows.subset->effective_rows(rows.begin, rows.end);
    node.depth = parent.depth + 1;
    node.key = child_key(parent.key, number);
    node.lower = parent.lower;
    node.upper = parent.upper;
    if (!lazy_) return summarize(node);
    summarize_lazily(options_.criterion, rows.subset->data.targets,
                     rows.subset->partition.rows() + rows.begin, node.size(), weight, node.summary);
    if (!node.summary.pure && !may_split(options_, node.summary, node.depth, node.effective_rows))
      summarize(node);
  }

  const TreeOptions& options_;
  TreeBuilder& builder_;
  double total_weight_, gain_unit_ = 1;
  bool lazy_ = false;
  int n_threads_;
  std::size_t subtree_rows_;
  Interrupt& interrupt_;
  std::shared_ptr<RowSubset> finder_subset_;
  std::unique_ptr<SplitFinder> finder_;
  Frontier<ReadyNodePool::Ready> frontier_;
  ReadyNodePool pool_;
  RowDivider divider_;
  SmallNodeGrower small_node_grower_;
  std::vector<NodeRecord> records_;
  std::vector<OpenNode> subtrees_;
};

struct SubtreeGrower {
  const TreeOptions& options;
  double total_weight;
  const PresortPlan& presort_plan;
  const std::vector<bool>& presortable;
  Interrupt& interrupt;

  void grow(OpenNode root, TreeBuilder& builder) const {
    if (presort_plan.copy_subtrees) {
      root.subset = copy_rows(*root.subset, root.begin, root.end,
                              presort_plan.presort_copies ? &presortable : nullptr, interrupt);
      root.end = root.size();
      root.begin = 0;
    }
    Grower(options, builder, total_weight, 1, 0, interrupt).grow(std::move(root));
  }

  void grow_all(std::vector<OpenNode>& subtrees, TreeBuilder& builder) const {
    if (options.n_threads == 1) {
      for (OpenNode& root : subtrees) grow(std::move(root), builder);
      return;
    }
    // Start with large subtrees to balance the threads.
    std::sort(subtrees.begin(), subtrees.end(), [](const OpenNode& a, const OpenNode& b) {
      return a.size() > b.size() || (a.size() == b.size() && a.id < b.id);
    });
    const Tree shape = shape_of(builder.shape());
    std::vector<TreeBuilder> builders(subtrees.size());
    std::vector<std::int32_t> leaves(subtrees.size());
    parallel_for(options.n_threads, subtrees.size(), interrupt, [&](std::size_t i, int) {
      OpenNode root = std::move(subtrees[i]);
      builders[i].start(shape);
      builders[i].reserve(max_nodes(options, root));
      builders[i].add_root(Grower::record(root));
      leaves[i] = std::exchange(root.id, 0);
      grow(std::move(root), builders[i]);
    });
    for (std::size_t i = 0; i < subtrees.size(); ++i)
      builder.graft(leaves[i], std::move(builders[i]));
  }
};

}  // namespace

TreeBuilder grow_tree(const EncodedMatrix& matrix, const Targets& targets,
                      const TreeOptions& options, Interrupt& interrupt,
                      const PresortedColumns* sorted, TreeBuilder builder,
                      const SharedCodes* shared) {
  const std::size_t n = matrix.n_rows;
  const std::vector<bool> to_presort =
      sorted ? presortable(matrix)
             : presortable(matrix, occupied_bin_columns(options, targets, matrix));
  const PresortPlan presort_plan = plan_presort(matrix, to_presort, options, sorted != nullptr);
  OpenNode root;
  root.subset = std::make_shared<RowSubset>(matrix, targets);
  const Row* rows = root.subset->partition.rows();
  if (presort_plan.whole)
    root.subset->data.presorted =
        sorted   ? *sorted
        : shared ? *shared_presort(*shared, to_presort, options.n_threads, interrupt)
                 : PresortedColumns(matrix, to_presort, rows, n, options.n_threads, interrupt);
  root.end = n;
  root.effective_rows = static_cast<double>(n);
  root.key = derive_key(options.seed, 0);
  if (options.lazy_root && options.allows_lazy_summary(targets))
    summarize_lazily(options.criterion, targets, rows, n, -1, root.summary);
  else
    root.summary = spinney::summarize(options.criterion, targets, rows, n);
  const double total_weight = targets.boosting() ? 1 : root.summary.weight;

  builder.start(shape_for(matrix, targets, options));
  if (options.n_threads == 1 && !options.limits_leaves()) builder.reserve(max_nodes(options, root));
  builder.add_root(Grower::record(root));
  std::vector<OpenNode> subtrees;
  {
    Grower grower(options, builder, total_weight, options.n_threads, presort_plan.subtree_rows,
                  interrupt);
    grower.grow(std::move(root));
    subtrees = std::move(grower.subtrees());
  }
  SubtreeGrower{options, total_weight, presort_plan, to_presort, interrupt}.grow_all(subtrees,
                                                                                     builder);
  // Sums of integer weights are exact, so the heavier child can be derived later from the leaves.
  if (options.plain() && options.routes_are_learned() &&
      impurity_is_additive(options.criterion, targets) && targets.weights() != Weights::parts)
    builder.mark_packable();
  return builder;
}

}  // namespace spinney
