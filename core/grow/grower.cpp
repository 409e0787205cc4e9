#include "grow/grower.h"

#include <limits>

#include "base/pool.h"
#include "base/random.h"
#include "grow/listing.h"
#include "grow/split_record.h"

namespace spinney {
namespace {

// Below so many cells a node is not worth waking other threads for.
constexpr std::size_t kParallelCells = 100'000;

class Grower {
 public:
  Grower(const GrowOptions& options, Dataset& data, Partition& partition, TreeBuilder& builder, double total_weight,
         int n_threads, std::size_t subtree_rows, Interrupt& interrupt)
      : options_(options),
        data_(data),
        partition_(partition),
        builder_(builder),
        total_weight_(total_weight),
        n_threads_(n_threads),
        subtree_rows_(subtree_rows),
        interrupt_(interrupt),
        finder_(make_finder(options.finder, data, interrupt)),
        frontier_(options.max_leaf_nodes) {}

  void grow(OpenNode root) {
    open(std::move(root), true);
    while (auto ready = frontier_.pop(builder_.n_leaves())) {
      interrupt_.poll();
      const std::int32_t left =
          builder_.split(ready->node.id, split_record(data_, *ready), record(ready->left), record(ready->right));
      ready->left.id = left;
      ready->right.id = left + 1;
      open(std::move(ready->right), false);
      open(std::move(ready->left), false);
    }
  }

  // Nodes left for others to grow.
  std::vector<OpenNode>& subtrees() { return subtrees_; }

  NodeRecord record(const OpenNode& n) const {
    return {static_cast<std::int64_t>(n.size()), n.summary.weight * data_.targets.weight_scale, n.summary.impurity,
            n.summary.value};
  }

 private:
  void open(OpenNode node, bool root) {
    if (!may_split(options_, node)) return;
    if (!root && node.size() <= subtree_rows_) {
      subtrees_.push_back(std::move(node));
      return;
    }
    if (auto ready = find_split(std::move(node))) frontier_.push(std::move(*ready));
  }

  int threads_for(const OpenNode& node) const {
    return node.size() * data_.matrix.columns.size() < kParallelCells ? 1 : n_threads_;
  }

  std::optional<ReadyNode> find_split(OpenNode node) {
    const NodeRows rows{partition_.rows(), node.begin, node.end, node.key, node.lower, node.upper};
    const int n_threads = threads_for(node);
    ReadyNode ready;
    ready.split = finder_->find(rows, n_threads);
    if (!ready.split.found()) return std::nullopt;
    const std::size_t middle = partition_.part_rows(data_, ready.split, node.begin, node.end, scratch_);
    ready.left = child(node, 0, node.begin, middle);
    ready.right = child(node, 1, middle, node.end);
    const NodeSummary &l = ready.left.summary, &r = ready.right.summary;
    if (!ready.split.saw_missing) ready.split.missing_left = l.weight > r.weight;
    const double w = node.summary.weight;
    const double decrease = node.summary.impurity - l.weight / w * l.impurity - r.weight / w * r.impurity;
    ready.gain = w / total_weight_ * std::max(0.0, decrease);  // below 0 only by rounding
    if (ready.gain + std::numeric_limits<double>::epsilon() < options_.min_impurity_decrease) return std::nullopt;
    if (!options_.finder.monotone.empty()) bound_children(ready);
    if (may_split(options_, ready.left) || may_split(options_, ready.right))
      partition_.part_lists(data_.lists, node.begin, node.end, middle, n_threads, interrupt_, scratch_);
    ready.node = std::move(node);
    return ready;
  }

  OpenNode child(const OpenNode& parent, std::uint64_t side, std::size_t begin, std::size_t end) const {
    OpenNode node;
    node.begin = begin;
    node.end = end;
    node.depth = parent.depth + 1;
    node.key = derive_key(parent.key, (std::uint64_t{1} << 40) + side);
    node.lower = parent.lower;
    node.upper = parent.upper;
    node.summary = summarise(options_.finder.criterion, data_.targets, partition_.rows() + begin, end - begin);
    return node;
  }

  // A constrained split keeps its children, and all below them, on their sides of the middle.
  void bound_children(ReadyNode& ready) const {
    const std::size_t at = data_.targets.classification() ? 1 : 0;
    const int direction = options_.finder.monotone[ready.split.feature];
    if (direction != 0) {
      const double middle = (ready.left.summary.value[at] + ready.right.summary.value[at]) / 2;
      (direction > 0 ? ready.left.upper : ready.right.upper) = middle;
      (direction > 0 ? ready.right.lower : ready.left.lower) = middle;
    }
    clip(ready.left);
    clip(ready.right);
  }

  void clip(OpenNode& node) const {
    auto& value = node.summary.value;
    if (!data_.targets.classification()) {
      value[0] = std::clamp(value[0], node.lower, node.upper);
    } else if (value.size() == 2) {
      value[1] = std::clamp(value[1], node.lower, node.upper);
      value[0] = 1 - value[1];
    }
  }

  const GrowOptions& options_;
  Dataset& data_;
  Partition& partition_;
  TreeBuilder& builder_;
  double total_weight_;
  int n_threads_;
  std::size_t subtree_rows_;
  Interrupt& interrupt_;
  std::unique_ptr<SplitFinder> finder_;
  Frontier frontier_;
  Partition::Scratch scratch_;
  std::vector<OpenNode> subtrees_;
};

TreeBuilder new_builder(const CodedMatrix& matrix, const Targets& targets) {
  return {static_cast<std::uint32_t>(matrix.columns.size()), static_cast<std::uint32_t>(targets.n_outputs),
          targets.n_classes};
}

// A subtree on a copy of its rows, small enough for order lists.
void grow_copy(const GrowOptions& options, const Dataset& data, const Partition& partition, OpenNode root,
               double total_weight, TreeBuilder& builder, Interrupt& interrupt) {
  const Row* rows = partition.rows() + root.begin;
  const std::size_t n = root.size();
  const auto listed = listable(data.matrix);
  const CodedMatrix matrix = take_rows(data.matrix, rows, n, listed);
  const Targets targets = data.targets.take_rows(rows, n);
  Dataset part{matrix, targets, OrderLists(data.matrix, listed, rows, n, 1, interrupt)};
  Partition own(n);
  root.begin = 0;
  root.end = n;
  Grower(options, part, own, builder, total_weight, 1, 0, interrupt).grow(std::move(root));
}

void grow_subtrees(const GrowOptions& options, Dataset& data, Partition& partition, std::vector<OpenNode>& subtrees,
                   double total_weight, bool copy, TreeBuilder& builder, Interrupt& interrupt) {
  // Large ones first, so that no thread is left with one at the end.
  std::sort(subtrees.begin(), subtrees.end(), [](const OpenNode& a, const OpenNode& b) {
    return a.size() > b.size() || (a.size() == b.size() && a.id < b.id);
  });
  std::vector<TreeBuilder> builders(subtrees.size(), new_builder(data.matrix, data.targets));
  parallel_for(options.n_threads, subtrees.size(), interrupt, [&](std::size_t i, int) {
    OpenNode root = std::move(subtrees[i]);
    const std::vector<double> value = root.summary.value;
    builders[i].add_root({static_cast<std::int64_t>(root.size()), root.summary.weight * data.targets.weight_scale,
                          root.summary.impurity, value});
    subtrees[i].id = std::exchange(root.id, 0);
    if (copy)
      grow_copy(options, data, partition, std::move(root), total_weight, builders[i], interrupt);
    else
      Grower(options, data, partition, builders[i], total_weight, 1, 0, interrupt).grow(std::move(root));
  });
  for (std::size_t i = 0; i < subtrees.size(); ++i) {
    builder.graft(subtrees[i].id, builders[i]);
    builders[i] = new_builder(data.matrix, data.targets);
  }
}

}  // namespace

Tree grow_tree(const CodedMatrix& matrix, const Targets& targets, const GrowOptions& options, Interrupt& interrupt) {
  const std::size_t n = matrix.n_rows;
  const Listing listing = plan_lists(matrix, options);
  Partition partition(n);
  Dataset data{matrix, targets, {}};
  if (listing.whole)
    data.lists = OrderLists(matrix, listable(matrix), partition.rows(), n, options.n_threads, interrupt);

  OpenNode root;
  root.end = n;
  root.key = derive_key(options.seed, 0);
  root.summary = summarise(options.finder.criterion, targets, partition.rows(), n);
  const double total_weight = root.summary.weight;

  TreeBuilder builder = new_builder(matrix, targets);
  std::vector<OpenNode> subtrees;
  {
    Grower grower(options, data, partition, builder, total_weight, options.n_threads, listing.subtree_rows, interrupt);
    builder.add_root(grower.record(root));
    grower.grow(std::move(root));
    subtrees = std::move(grower.subtrees());
  }
  grow_subtrees(options, data, partition, subtrees, total_weight, listing.copy_subtrees, builder, interrupt);
  return builder.finish();
}

}  // namespace spinney
