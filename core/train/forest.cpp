// Training of the trees of a forest on their bags.
#include "train/forest.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/pool.h"
#include "base/random.h"
#include "data/encodings.h"
#include "grow/presort_plan.h"
#include "model/prune.h"
#include "predict/forest_pack.h"

namespace spinney {
namespace {

// Gives all classes of an output the same weight; factors of several outputs are multiplied.
void balance_classes(const TargetView& target, const std::vector<Row>& rows,
                     std::vector<double>& weight) {
  std::vector<double> factor(weight.size(), 1.0);
  for (std::size_t k = 0; k < target.n_outputs; ++k) {
    const auto class_of = [&](Row r) {
      return static_cast<std::size_t>(target.classes[r * target.n_outputs + k]);
    };
    std::vector<double> total(target.n_classes[k]);
    double all = 0;
    for (const Row r : rows) {
      total[class_of(r)] += weight[r];
      all += weight[r];
    }
    const auto n_present =
        std::count_if(total.begin(), total.end(), [](double t) { return t > 0; });
    for (const Row r : rows)
      factor[r] *= all / (static_cast<double>(n_present) * total[class_of(r)]);
  }
  for (const Row r : rows) weight[r] *= factor[r];
}

class ForestGrower {
 public:
  ForestGrower(const Table& table, const TargetView& target, const Bags* bags,
               const ForestOptions& options, Encodings* shared, Interrupt& interrupt)
      : target_(target), bags_(bags), options_(options), interrupt_(interrupt) {
    check_options(options, table, target);
    require(!options.balance_classes || target.classes, "only classes can be balanced");
    const std::vector<Row> rows = training_rows(table, target);
    // Random thresholds and projections read values, which is slow with ranks. So the cells are
    // copied instead.
    const bool random = options.random_thresholds || options.multivariate();
    const EncodeOptions how{options.max_bins, options.n_threads, !random};
    if (!encodes_alike(table, rows, target.weight, how)) shared = nullptr;
    EncodingKey key{EncodingKey::Kind::forest_codes, options.max_bins, {random}};
    const auto make = [&] {
      EncodedMatrix matrix = encode(table, rows, target.weight, how, interrupt);
      if (random) matrix = copy_cells(matrix);
      if (copies_subtrees(matrix)) matrix.by_row = std::make_shared<RowMajor>(matrix);
      return matrix;
    };
    matrix_ = get_encoding<EncodedMatrix>(shared, key, interrupt, make, n_bytes);
    if (!matrix_->by_row && copies_subtrees(*matrix_)) {  // shared by a fit that copied none
      key.flags.push_back(true);
      matrix_ = get_encoding<EncodedMatrix>(shared, key, interrupt, make, n_bytes);
    }
    if (!bags) rows_ = rows;
  }

  TreeBuilder grow(std::size_t tree, int n_threads, TreeWorkspace& workspace) const {
    const std::uint64_t key = derive_key(options_.seed, tree);
    std::vector<double>& weight = workspace.weight;
    if (bags_) draw_bag(tree, workspace.bag, weight);
    const std::vector<Row>& rows = bags_ ? workspace.bag : rows_;
    TargetView target = target_;
    if (options_.balance_classes && !bags_) copy_weights(weight);
    if (options_.balance_classes) balance_classes(target, rows, weight);
    if (!weight.empty()) target.weight = weight.data();
    TreeOptions grow = options_;
    grow.features =
        tree_features(options_.seed, tree, matrix_->columns.size(), options_.features_per_tree);
    if (options_.min_weight_fraction_leaf > 0) {
      double total = 0;
      for (const Row r : rows) total += target.weight ? target.weight[r] : 1.0;
      grow.min_weight_leaf = options_.min_weight_fraction_leaf * total;
    }
    grow.lazy_root = options_.ccp_alpha == 0;
    grow.seed = derive_key(key, 2);
    grow.n_threads = n_threads;
    return train_on(*matrix_, rows, target, std::move(grow), interrupt_, workspace);
  }

 private:
  // The matrix with its cells copied in column-major order.
  static EncodedMatrix copy_cells(const EncodedMatrix& matrix) {
    std::vector<Row> all(matrix.n_rows);
    std::iota(all.begin(), all.end(), Row{0});
    return take_rows(matrix, all.data(), all.size(), std::vector<bool>(matrix.columns.size()));
  }

  bool copies_subtrees(const EncodedMatrix& matrix) const {
    const std::vector<bool> none_presorted(matrix.columns.size());
    return plan_presort(matrix, none_presorted, options_, false).copy_subtrees;
  }

  void copy_weights(std::vector<double>& weight) const {
    weight.assign(matrix_->n_rows, 1.0);
    if (target_.weight) std::copy_n(target_.weight, weight.size(), weight.begin());
  }

  // Draws the rows of a bag, ascending, and the weights of all rows.
  void draw_bag(std::size_t tree, std::vector<Row>& rows, std::vector<double>& weight) const {
    const std::vector<std::uint32_t> counts = bags_->counts(tree, interrupt_);
    rows.resize(counts.size());
    weight.resize(counts.size());
    std::size_t n = 0;
    for (std::size_t r = 0; r < counts.size(); ++r) {
      weight[r] = counts[r] * (target_.weight ? target_.weight[r] : 1.0);
      rows[n] = static_cast<Row>(r);  // branchless: counts are random
      n += weight[r] > 0;
    }
    rows.resize(n);
    require(!rows.empty(), "a bag has no row with a weight above 0");
  }

  TargetView target_;
  const Bags* bags_;
  const ForestOptions& options_;
  Interrupt& interrupt_;
  std::shared_ptr<const EncodedMatrix> matrix_;
  std::vector<Row> rows_;  // of every tree without bags
};

// Grows the trees [first, first + n_trees).
std::vector<Forest> grow_trees(const ForestGrower& grower, std::size_t first, std::size_t n_trees,
                               const ForestOptions& options, Interrupt& interrupt,
                               std::vector<TreeWorkspace>& workspaces) {
  // With fewer trees than threads, each tree is grown by all threads.
  const bool by_trees = n_trees >= static_cast<std::size_t>(options.n_threads);
  std::vector<Forest> grown(n_trees);
  parallel_for(
      by_trees ? options.n_threads : 1, n_trees, interrupt, [&](std::size_t i, int worker) {
        TreeWorkspace& workspace = workspaces[static_cast<std::size_t>(worker)];
        TreeBuilder tree = grower.grow(first + i, by_trees ? 1 : options.n_threads, workspace);
        grown[i] = Forest(tree.shape());
        if (options.ccp_alpha > 0)
          pack_into(grown[i], prune_by_impurity(tree.finish(), options.ccp_alpha));
        else if (tree.packable())
          grown[i].add(tree.pack());
        else
          pack_into(grown[i], tree.finish());
        workspace.tree = std::move(tree);
      });
  return grown;
}

}  // namespace

std::vector<std::uint32_t> tree_features(std::uint64_t seed, std::size_t tree,
                                         std::size_t n_features, std::size_t wanted) {
  if (wanted >= n_features) return {};
  std::vector<std::uint32_t> features(n_features);
  std::iota(features.begin(), features.end(), 0u);
  Random random(derive_key(derive_key(seed, tree), 1));
  for (std::size_t i = 0; i < wanted; ++i)
    std::swap(features[i], features[i + random.below(static_cast<std::uint32_t>(n_features - i))]);
  features.resize(wanted);
  std::sort(features.begin(), features.end());
  return features;
}

Forest grow_forest(const Table& table, const TargetView& target, const Bags* bags,
                   std::size_t first, std::size_t last, const ForestOptions& options,
                   Encodings* shared, Interrupt& interrupt) {
  constexpr std::size_t kBatch = 1024;  // limits the memory allocated before trees are grown
  require(first <= last, "the trees of a forest are counted upwards");
  require(!bags || bags->n_rows() == table.n_rows,
          "the bags are of a table with another number of rows");
  const ForestGrower grower(table, target, bags, options, shared, interrupt);
  std::vector<TreeWorkspace> workspaces(static_cast<std::size_t>(options.n_threads));
  Forest forest;
  for (std::size_t begin = first; begin < last; begin += kBatch) {
    const std::size_t n_trees = std::min(kBatch, last - begin);
    for (const Forest& tree : grow_trees(grower, begin, n_trees, options, interrupt, workspaces))
      forest.append(tree);
  }
  return forest;
}

}  // namespace spinney
