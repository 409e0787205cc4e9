#include "grow/grower.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/pool.h"
#include "base/random.h"
#include "grow/divider.h"
#include "grow/few_rows_grower.h"
#include "grow/heritage.h"
#include "grow/listing.h"
#include "grow/split_record.h"
#include "grow/tree_shape.h"

namespace spinney {
namespace {

// Below so many cells a node is not worth waking other threads for.
constexpr std::size_t kParallelCells = 100'000;

class Grower {
 public:
  Grower(const GrowOptions& options, TreeBuilder& builder, double total_weight, int n_threads,
         std::size_t subtree_rows, Interrupt& interrupt)
      : options_(options),
        builder_(builder),
        total_weight_(total_weight),
        n_threads_(n_threads),
        subtree_rows_(subtree_rows),
        interrupt_(interrupt),
        frontier_(options.max_leaf_nodes, options.by_level),
        divider_(options, interrupt),
        few_rows_(options, builder, total_weight) {}

  void grow(OpenNode root) {
    const Targets& targets = root.field->data.targets;
    gain_unit_ = gain_unit(options_.finder.criterion, targets) / total_weight_;
    outlines_ = options_.outlines(targets);
    open(root, true);
    while (auto ready =
               frontier_.pop(builder_.n_leaves(), [this](OpenNode& node) { complete(node); })) {
      interrupt_.poll();
      records_.clear();
      for (const OpenNode& child : ready->children) records_.push_back(record(child));
      std::int32_t id = builder_.split(
          ready->node.id, split_record(ready->split, ready->gain, gain_unit_), records_);
      for (OpenNode& child : ready->children) child.id = id++;
      for (std::size_t c = ready->children.size(); c-- > 0;) open(ready->children[c], false);
      frontier_.recycle(std::move(ready));
    }
  }

  // Nodes left for others to grow.
  std::vector<OpenNode>& subtrees() { return subtrees_; }

  static NodeRecord record(const OpenNode& n) {
    return node_record(n.size(), n.summary, n.field->data.targets.weight_scale);
  }

 private:
  void open(OpenNode& node, bool root) {
    if (!may_split(options_, node.summary, node.depth, node.n_whole)) return complete(node);
    if (!root && node.size() <= subtree_rows_) {
      subtrees_.push_back(std::move(node));
      return;
    }
    if (few_rows_.serves(node)) {
      if (FewRowsFinder* few = finder(node.field).few_rows()) return few_rows_.grow(*few, node);
    }
    auto ready = frontier_.fresh();
    std::swap(ready->node, node);
    if (find_split(*ready)) {
      frontier_.push(std::move(ready));
    } else {
      complete(ready->node);
      frontier_.recycle(std::move(ready));
    }
  }

  // What was left out while the node might have been split.
  void complete(OpenNode& node) {
    if (!std::isnan(node.summary.impurity)) return;
    summarise(node);
    builder_.tell(node.id, record(node));
  }

  // Of a node and its children all is told, so that nothing is left to follow from the score.
  void find_out(ReadyNode& ready) {
    complete(ready.node);
    for (OpenNode& child : ready.children)
      if (std::isnan(child.summary.impurity)) summarise(child);
  }

  void summarise(OpenNode& node) const {
    const Field& field = *node.field;
    spinney::summarise(options_.finder.criterion, field.data.targets,
                       field.partition.rows() + node.begin, node.size(), node.summary);
  }

  int threads_for(const OpenNode& node) const {
    return node.size() * node.field->data.matrix.columns.size() < kParallelCells ? 1 : n_threads_;
  }

  // A finder serves one field; nodes of the same field come one after another, mostly.
  SplitFinder& finder(const std::shared_ptr<Field>& field) {
    if (finder_field_ != field) {
      finder_ = make_finder(options_.finder, field->data, interrupt_);
      finder_field_ = field;
    }
    return *finder_;
  }

  bool find_split(ReadyNode& ready) {
    const OpenNode& node = ready.node;
    Partition& partition = node.field->partition;
    std::vector<std::uint32_t> features;
    if (options_.features) features = options_.features->of_node(node.depth, node.key, node.path);
    const NodeRows rows{partition.rows(),
                        node.begin,
                        node.end,
                        node.key,
                        node.lower,
                        node.upper,
                        options_.features ? &features : nullptr};
    const int n_threads = threads_for(node);
    ready.split = finder(node.field).find(rows, n_threads);
    if (!ready.split.found()) return false;
    const Division& division = divider_.divide(node.field, rows, ready.split, n_threads);
    ready.children.resize(division.children.size());
    for (std::size_t c = 0; c < division.children.size(); ++c)
      start_child(node, c, division.children[c], weight_of_child(ready, c), ready.children[c]);
    if (!settle(division, ready)) return false;
    const bool goes_on =
        std::any_of(ready.children.begin(), ready.children.end(), [&](const OpenNode& child) {
          return may_split(options_, child.summary, child.depth, child.n_whole);
        });
    if (division.whole && goes_on)
      divider_.part_lists(*node.field, division, ready.split.multiway(), n_threads);
    return true;
  }

  // What follows from the children: the gain, bounds, the way of missing values. False if the split
  // is not worth it.
  bool settle(const Division& division, ReadyNode& ready) {
    const OpenNode& node = ready.node;
    Split& split = ready.split;
    const bool learned = options_.route(split.feature) == Route::learned;
    if (learned && !split.saw_missing) send_missing(ready);
    const bool some = division.present &&
                      !learned;  // what a split gains is told of the rows that it was sought on
    const auto part = [&](std::size_t c) -> const NodeSummary& {
      return some ? division.present->children[c] : ready.children[c].summary;
    };
    const bool told =
        outlines_ && tells_gain(node.field->data.targets, split.score, node.summary.weight);
    if (outlines_ && !told) find_out(ready);
    ready.gain = told ? split.score / node.summary.weight * gain_unit_
                      : impurity_decrease(some ? division.present->all : node.summary,
                                          ready.children.size(), part, total_weight_);
    if (ready.gain + std::numeric_limits<double>::epsilon() < options_.min_impurity_decrease)
      return false;
    if (node.field->data.targets.boosting()) ready.gain = split.score * gain_unit_;
    if (!options_.finder.monotone.empty())
      bound_children(ready, options_.finder.monotone[split.feature]);
    if (options_.features && options_.features->constrains()) extend_paths(ready);
    return true;
  }

  // Where training saw no missing value, they go with most of the weight.
  static void send_missing(ReadyNode& ready) {
    const std::size_t child =
        heaviest(ready.children.size(),
                 [&](std::size_t c) -> const NodeSummary& { return ready.children[c].summary; });
    ready.split.missing_left = child == 0;
    ready.split.missing_child = static_cast<std::uint32_t>(child);
  }

  // Below 0 if it is not known.
  static double weight_of_child(const ReadyNode& ready, std::size_t child) {
    const double left = ready.split.left_weight;
    return child == 0 || left < 0 ? left : ready.node.summary.weight - left;
  }

  void start_child(const OpenNode& parent, std::uint64_t number, const Division::Child& rows,
                   double weight, OpenNode& node) const {
    node.field = rows.field;
    node.begin = rows.begin;
    node.end = rows.end;
    node.n_whole = rows.field->count_whole(rows.begin, rows.end);
    node.depth = parent.depth + 1;
    node.key = child_key(parent.key, number);
    node.lower = parent.lower;
    node.upper = parent.upper;
    if (!outlines_) return summarise(node);
    outline(options_.finder.criterion, rows.field->data.targets,
            rows.field->partition.rows() + rows.begin, node.size(), weight, node.summary);
    if (!node.summary.pure && !may_split(options_, node.summary, node.depth, node.n_whole))
      summarise(node);
  }

  const GrowOptions& options_;
  TreeBuilder& builder_;
  double total_weight_, gain_unit_ = 1;
  bool outlines_ = false;
  int n_threads_;
  std::size_t subtree_rows_;
  Interrupt& interrupt_;
  std::shared_ptr<Field> finder_field_;
  std::unique_ptr<SplitFinder> finder_;
  Frontier frontier_;
  Divider divider_;
  FewRowsGrower few_rows_;
  std::vector<NodeRecord> records_;
  std::vector<OpenNode> subtrees_;
};

struct SubtreeGrower {
  const GrowOptions& options;
  double total_weight;
  const Listing& listing;
  const std::vector<bool>& listable;
  Interrupt& interrupt;

  void grow(OpenNode root, TreeBuilder& builder) const {
    if (listing.copy_subtrees) {
      root.field = copy_rows(*root.field, root.begin, root.end,
                             listing.list_copies ? &listable : nullptr, interrupt);
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
    // Large ones first, so that no thread is left with one at the end.
    std::sort(subtrees.begin(), subtrees.end(), [](const OpenNode& a, const OpenNode& b) {
      return a.size() > b.size() || (a.size() == b.size() && a.id < b.id);
    });
    const Tree shape = shape_of(builder.shape());
    std::vector<TreeBuilder> builders(subtrees.size());
    std::vector<std::int32_t> leaves(subtrees.size());
    parallel_for(options.n_threads, subtrees.size(), interrupt, [&](std::size_t i, int) {
      OpenNode root = std::move(subtrees[i]);
      builders[i].start(shape);
      builders[i].reserve(most_nodes(options, root));
      builders[i].add_root(Grower::record(root));
      leaves[i] = std::exchange(root.id, 0);
      grow(std::move(root), builders[i]);
    });
    for (std::size_t i = 0; i < subtrees.size(); ++i)
      builder.graft(leaves[i], std::move(builders[i]));
  }
};

}  // namespace

TreeBuilder grow_tree(const CodedMatrix& matrix, const Targets& targets, const GrowOptions& options,
                      Interrupt& interrupt, const OrderLists* sorted, TreeBuilder builder) {
  const std::size_t n = matrix.n_rows;
  const std::vector<bool> listed =
      sorted ? listable(matrix) : listable(matrix, marked_columns(options.finder, targets, matrix));
  const Listing listing = plan_lists(matrix, listed, options, sorted != nullptr);
  OpenNode root;
  root.field = std::make_shared<Field>(matrix, targets);
  const Row* rows = root.field->partition.rows();
  if (listing.whole && sorted)
    root.field->data.lists = *sorted;
  else if (listing.whole)
    root.field->data.lists = OrderLists(matrix, listed, rows, n, options.n_threads, interrupt);
  root.end = n;
  root.n_whole = static_cast<double>(n);
  root.key = derive_key(options.seed, 0);
  if (options.outline_root && options.outlines(targets))
    outline(options.finder.criterion, targets, rows, n, -1, root.summary);
  else
    root.summary = spinney::summarise(options.finder.criterion, targets, rows, n);
  const double total_weight = targets.boosting() ? 1 : root.summary.weight;

  builder.start(shape_for(matrix, targets, options));
  if (options.n_threads == 1 && options.max_leaf_nodes == 0)
    builder.reserve(most_nodes(options, root));
  builder.add_root(Grower::record(root));
  std::vector<OpenNode> subtrees;
  {
    Grower grower(options, builder, total_weight, options.n_threads, listing.subtree_rows,
                  interrupt);
    grower.grow(std::move(root));
    subtrees = std::move(grower.subtrees());
  }
  SubtreeGrower{options, total_weight, listing, listed, interrupt}.grow_all(subtrees, builder);
  // Sums of whole weights are exact, in whatever order: the heavier of two children is the same
  // once it is derived.
  if (options.plain() && options.learns_routes() &&
      impurity_follows(options.finder.criterion, targets) && targets.weights() != Weights::parts)
    builder.promise_plain();
  return builder;
}

}  // namespace spinney
