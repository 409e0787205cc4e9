#include "grow/grower.h"

#include <limits>

#include "base/pool.h"
#include "base/random.h"
#include "grow/heritage.h"
#include "grow/listing.h"
#include "grow/split_record.h"

namespace spinney {
namespace {

// Below so many cells a node is not worth waking other threads for.
constexpr std::size_t kParallelCells = 100'000;

class Grower {
 public:
  Grower(const GrowOptions& options, TreeBuilder& builder, double total_weight, int n_threads, std::size_t subtree_rows,
         Interrupt& interrupt)
      : options_(options),
        builder_(builder),
        total_weight_(total_weight),
        n_threads_(n_threads),
        subtree_rows_(subtree_rows),
        interrupt_(interrupt),
        frontier_(options.max_leaf_nodes, options.by_level) {}

  void grow(OpenNode root) {
    gain_unit_ = gain_unit(options_.finder.criterion, root.field->data.targets) / total_weight_;
    open(std::move(root), true);
    while (auto ready = frontier_.pop(builder_.n_leaves())) {
      interrupt_.poll();
      const std::int32_t left =
          builder_.split(ready->node.id, split_record(*ready, gain_unit_), record(ready->left), record(ready->right));
      ready->left.id = left;
      ready->right.id = left + 1;
      open(std::move(ready->right), false);
      open(std::move(ready->left), false);
    }
  }

  // Nodes left for others to grow.
  std::vector<OpenNode>& subtrees() { return subtrees_; }

  static NodeRecord record(const OpenNode& n) {
    return {static_cast<std::int64_t>(n.size()), n.summary.weight * n.field->data.targets.weight_scale,
            n.summary.impurity, n.summary.value};
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

  std::optional<ReadyNode> find_split(OpenNode node) {
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
    ReadyNode ready;
    ready.split = finder(node.field).find(rows, n_threads);
    if (!ready.split.found()) return std::nullopt;
    partition.mark_rows(node.field->data, ready.split, node.begin, node.end, scratch_);
    std::optional<Halves> present;  // where the rows that have the value are not all
    if (ready.split.skipped_missing) present = halves(node, rows);
    const bool whole = settle(node, rows, ready.split, n_threads);
    if (whole) {
      const std::size_t middle = partition.part_rows(node.begin, node.end, scratch_);
      ready.left = child(node, 0, node.field, node.begin, middle);
      ready.right = child(node, 1, node.field, middle, node.end);
    } else {
      divide_field(node, rows, *present, ready);
    }
    const NodeSummary &l = ready.left.summary, &r = ready.right.summary;
    if (options_.route(ready.split.feature) == Route::learned && !ready.split.saw_missing)
      ready.split.missing_left = l.weight > r.weight;
    ready.gain = present ? gain(present->all, present->left, present->right) : gain(node.summary, l, r);
    if (ready.gain + std::numeric_limits<double>::epsilon() < options_.min_impurity_decrease) return std::nullopt;
    if (node.field->data.targets.boosting()) ready.gain = ready.split.score * gain_unit_;
    if (!options_.finder.monotone.empty()) bound_children(ready, options_.finder.monotone[ready.split.feature]);
    if (options_.features && options_.features->constrains()) extend_paths(node, ready);
    if (whole && (may_split(options_, ready.left) || may_split(options_, ready.right)))
      partition.part_lists(node.field->data.lists, node.begin, node.end, ready.left.end, n_threads, interrupt_,
                           scratch_);
    ready.node = std::move(node);
    return ready;
  }

  double gain(const NodeSummary& node, const NodeSummary& left, const NodeSummary& right) const {
    const double w = node.weight;
    const double decrease = node.impurity - left.weight / w * left.impurity - right.weight / w * right.impurity;
    return w / total_weight_ * std::max(0.0, decrease);  // below 0 only by rounding
  }

  // The rows of a node that have the value, and where they go.
  struct Halves {
    NodeSummary all, left, right;
  };
  Halves halves(const OpenNode& node, const NodeRows& rows) const {
    const Side* sides = node.field->partition.sides();
    std::vector<Row> all, left, right;
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      const Row row = rows.rows[i];
      if (sides[row] == kAbsent) continue;
      all.push_back(row);
      (sides[row] == kLeft ? left : right).push_back(row);
    }
    const auto sum_up = [&](const std::vector<Row>& part) {
      return summarise(options_.finder.criterion, node.field->data.targets, part.data(), part.size());
    };
    return {sum_up(all), sum_up(left), sum_up(right)};
  }

  bool wants_surrogates(const Split& split) const {
    return options_.route(split.feature) == Route::surrogate ||
           (split.categorical && options_.unknown(split.feature) == Route::surrogate);
  }

  // Sends absent rows as the feature's route says; false if they have to be taken apart or left behind.
  bool settle(const OpenNode& node, const NodeRows& rows, Split& split, int n_threads) {
    const Dataset& data = node.field->data;
    Side* sides = node.field->partition.sides();
    const Route route = options_.route(split.feature);
    if (route == Route::learned && !wants_surrogates(split)) return true;
    const SideWeights weights = weigh_sides(data.targets, rows.rows + rows.begin, rows.size(), sides);
    if (wants_surrogates(split))
      split.surrogates = find_surrogates(data, rows, sides, weights, split.feature, options_.finder.monotone,
                                         options_.max_surrogates, n_threads, interrupt_);
    if (route == Route::learned) return true;
    split.missing_left = weights.left > weights.right;
    if (!split.skipped_missing) return true;
    if (route == Route::fractional || route == Route::stop) return false;
    for (const Surrogate& s : split.surrogates)
      if (apply_surrogate(data, rows, s, sides) == 0) return true;
    for (std::size_t i = rows.begin; i < rows.end; ++i)
      if (Side& side = sides[rows.rows[i]]; side == kAbsent) side = split.missing_left ? kLeft : kRight;
    return true;
  }

  void divide_field(const OpenNode& node, const NodeRows& rows, const Halves& present, ReadyNode& ready) {
    std::optional<double> left_share;
    if (options_.route(ready.split.feature) == Route::fractional)
      left_share = present.left.weight / (present.left.weight + present.right.weight);
    const auto make = [&](std::uint64_t at, Side side) {
      auto field = child_field(*node.field, rows, side, left_share);
      return child(node, at, field, 0, field->data.matrix.n_rows);
    };
    ready.left = make(0, kLeft);
    ready.right = make(1, kRight);
  }

  OpenNode child(const OpenNode& parent, std::uint64_t side, const std::shared_ptr<Field>& field, std::size_t begin,
                 std::size_t end) const {
    OpenNode node;
    node.field = field;
    node.begin = begin;
    node.end = end;
    node.n_whole = field->count_whole(begin, end);
    node.depth = parent.depth + 1;
    node.key = derive_key(parent.key, (std::uint64_t{1} << 40) + side);
    node.lower = parent.lower;
    node.upper = parent.upper;
    node.summary =
        summarise(options_.finder.criterion, field->data.targets, field->partition.rows() + begin, end - begin);
    return node;
  }

  const GrowOptions& options_;
  TreeBuilder& builder_;
  double total_weight_, gain_unit_ = 1;
  int n_threads_;
  std::size_t subtree_rows_;
  Interrupt& interrupt_;
  std::shared_ptr<Field> finder_field_;
  std::unique_ptr<SplitFinder> finder_;
  Frontier frontier_;
  Partition::Scratch scratch_;
  std::vector<OpenNode> subtrees_;
};

TreeBuilder new_builder(const CodedMatrix& matrix, const Targets& targets) {
  return {static_cast<std::uint32_t>(matrix.columns.size()), static_cast<std::uint32_t>(targets.n_outputs),
          targets.n_classes};
}

// The root on a copy of its rows, small enough for order lists or for the cache.
void copy_rows(OpenNode& root, bool with_lists, Interrupt& interrupt) {
  const Dataset& data = root.field->data;
  const Row* rows = root.field->partition.rows() + root.begin;
  const std::size_t n = root.size();
  const auto listed = with_lists ? listable(data.matrix) : std::vector<bool>(data.matrix.columns.size());
  auto copy = std::make_shared<Field>(take_rows(data.matrix, rows, n, listed), data.targets.take_rows(rows, n),
                                      std::vector<double>{});
  if (with_lists) copy->data.lists = OrderLists(data.matrix, listed, rows, n, 1, interrupt);
  root.field = std::move(copy);
  root.begin = 0;
  root.end = n;
}

void grow_subtrees(const GrowOptions& options, std::vector<OpenNode>& subtrees, double total_weight,
                   const Listing& listing, TreeBuilder& builder, const TreeBuilder& empty, Interrupt& interrupt) {
  // Large ones first, so that no thread is left with one at the end.
  std::sort(subtrees.begin(), subtrees.end(), [](const OpenNode& a, const OpenNode& b) {
    return a.size() > b.size() || (a.size() == b.size() && a.id < b.id);
  });
  std::vector<TreeBuilder> builders(subtrees.size(), empty);
  std::vector<std::int32_t> leaves(subtrees.size());
  parallel_for(options.n_threads, subtrees.size(), interrupt, [&](std::size_t i, int) {
    OpenNode root = std::move(subtrees[i]);
    builders[i].add_root(Grower::record(root));
    leaves[i] = std::exchange(root.id, 0);
    if (listing.copy_subtrees) copy_rows(root, listing.list_copies, interrupt);
    Grower(options, builders[i], total_weight, 1, 0, interrupt).grow(std::move(root));
  });
  for (std::size_t i = 0; i < subtrees.size(); ++i) {
    builder.graft(leaves[i], builders[i]);
    builders[i] = empty;
  }
}

}  // namespace

Tree grow_tree(const CodedMatrix& matrix, const Targets& targets, const GrowOptions& options, Interrupt& interrupt,
               const OrderLists* sorted) {
  const std::size_t n = matrix.n_rows;
  const Listing listing = plan_lists(matrix, options);
  OpenNode root;
  root.field = std::make_shared<Field>(matrix, targets);
  const Row* rows = root.field->partition.rows();
  if (listing.whole && sorted)
    root.field->data.lists = *sorted;
  else if (listing.whole)
    root.field->data.lists = OrderLists(matrix, listable(matrix), rows, n, options.n_threads, interrupt);
  root.end = n;
  root.n_whole = static_cast<double>(n);
  root.key = derive_key(options.seed, 0);
  root.summary = summarise(options.finder.criterion, targets, rows, n);
  const double total_weight = targets.boosting() ? 1 : root.summary.weight;

  const TreeBuilder empty = new_builder(matrix, targets);
  TreeBuilder builder = empty;
  builder.add_root(Grower::record(root));
  std::vector<OpenNode> subtrees;
  {
    Grower grower(options, builder, total_weight, options.n_threads, listing.subtree_rows, interrupt);
    grower.grow(std::move(root));
    subtrees = std::move(grower.subtrees());
  }
  grow_subtrees(options, subtrees, total_weight, listing, builder, empty, interrupt);
  Tree tree = builder.finish();
  tree.missing_route = options.missing_route;
  tree.unknown_route = options.unknown_route;
  return tree;
}

}  // namespace spinney
