#include "explain/partial_dependence.h"

#include <algorithm>

#include "base/error.h"
#include "base/pool.h"

namespace spinney {
namespace {

constexpr std::size_t kTreesBytes = std::size_t{64} << 20;  // of prepared trees, about

// Effects as differences of neighboring cells, filled leaf by leaf.
class EffectSums {
 public:
  EffectSums(const FeatureCells& cells, const EffectTargets& targets, std::size_t n_outputs)
      : cells_(cells), targets_(targets), k_(n_outputs), base_(n_outputs) {
    const auto n = [&](std::uint32_t f) { return std::size_t{cells.size(f)}; };
    for (const auto f : targets.features) singles_.emplace_back(n(f) * k_);
    constant_.resize(targets.features.size() * k_);
    for (const auto& [a, b] : targets.pairs)
      pairs_.push_back({std::vector<double>(n(a) * n(b) * k_), std::vector<double>(n(a) * k_),
                        std::vector<double>(n(b) * k_), std::vector<double>(k_)});
  }

  // factor: the inverse of the total weight.
  void add(const EffectTree& prepared, const Tree& tree, std::size_t first_output, double factor);
  PartialDependence finish() &&;

 private:
  struct PairSums {
    std::vector<double> both, first, second, constant;
  };
  using Ranges = std::vector<CellRange>;

  void add_leaf(const EffectTree& prepared, const EffectEdge& edge, const double* value,
                std::size_t width, std::size_t first_output, double factor);
  // Adds a number to the cells of some ranges.
  void add_cells(double* sums, const Ranges& ranges, std::size_t n_cells, double x) const {
    for (const CellRange& r : ranges) {
      sums[r.first * k_] += x;
      if (r.last < n_cells) sums[r.last * k_] -= x;
    }
  }
  void add_pair(const FreeSet& set, std::size_t output, double both, double a, double b,
                double all);
  void accumulate(double* sums, std::size_t n_cells) const {
    for (std::size_t i = k_; i < n_cells * k_; ++i) sums[i] += sums[i - k_];
  }

  const FeatureCells& cells_;
  const EffectTargets& targets_;
  std::size_t k_;
  std::vector<double> base_, constant_;  // constant_: targets x outputs
  std::vector<std::vector<double>> singles_;
  std::vector<PairSums> pairs_;
  std::vector<std::vector<Ranges>> path_;  // levels x targets: the cells that follow the path
  std::vector<double> alone_;              // targets: the weight of the feature's set in a leaf
};

void EffectSums::add(const EffectTree& prepared, const Tree& tree, std::size_t first_output,
                     double factor) {
  const std::size_t width = tree.value_width();
  if (prepared.edges().empty())
    for (std::size_t j = 0; j < width; ++j) base_[first_output + j] += tree.value[j];
  const std::vector<Ranges> none(targets_.features.size());
  path_.assign(1, none);
  for (const EffectEdge& edge : prepared.edges()) {
    path_.resize(edge.level);
    path_.push_back(path_.back());
    if (const std::uint32_t t = targets_.index[edge.feature]; t != kNoFeature) {
      Ranges& here = path_.back()[t];
      here = here.empty() ? prepared.ranges(edge) : intersect(here, prepared.ranges(edge));
      if (here.empty()) here.push_back({0, 0});  // no cell follows the path
    }
    if (edge.leaf)
      add_leaf(prepared, edge, &tree.value[edge.node * width], width, first_output, factor);
  }
}

void EffectSums::add_leaf(const EffectTree& prepared, const EffectEdge& edge, const double* value,
                          std::size_t width, std::size_t first_output, double factor) {
  const FreeSet* sets = prepared.sets(edge);
  const double* weights = prepared.weights(edge);
  alone_.resize(targets_.features.size());
  for (std::size_t j = 0; j < width; ++j) {
    const double x = value[j] * factor, all = x * weights[0];
    const std::size_t output = first_output + j;
    base_[output] += all;
    for (std::size_t s = 1; s < edge.n_sets; ++s) {
      const std::uint32_t t = targets_.index[sets[s].a];
      const double here = x * weights[s];
      if (sets[s].b != kNoFeature) {
        add_pair(sets[s], output, here, alone_[t], alone_[targets_.index[sets[s].b]], all);
        continue;
      }
      alone_[t] = here;
      add_cells(&singles_[t][output], path_.back()[t], cells_.size(sets[s].a), here);
      constant_[t * k_ + output] -= all;
    }
  }
}

// Adds the parts of a pair: minus both singles, plus the rows that follow the whole path.
void EffectSums::add_pair(const FreeSet& set, std::size_t output, double both, double a, double b,
                          double all) {
  const std::uint32_t p = targets_.pair_index(set.a, set.b);
  const auto [first, second] = targets_.pairs[p];
  if (first != set.a) std::swap(a, b);
  const Ranges& rows = path_.back()[targets_.index[first]];
  const Ranges& columns = path_.back()[targets_.index[second]];
  const std::size_t n_rows = cells_.size(first), n_columns = cells_.size(second);
  PairSums& sums = pairs_[p];
  for (const CellRange& r : rows)
    for (std::size_t i = r.first; i < r.last; ++i)
      add_cells(&sums.both[i * n_columns * k_ + output], columns, n_columns, both);
  add_cells(&sums.first[output], rows, n_rows, -a);
  add_cells(&sums.second[output], columns, n_columns, -b);
  sums.constant[output] += all;
}

PartialDependence EffectSums::finish() && {
  for (std::size_t t = 0; t < singles_.size(); ++t) {
    const std::size_t n = cells_.size(targets_.features[t]);
    accumulate(singles_[t].data(), n);
    for (std::size_t i = 0; i < n * k_; ++i) singles_[t][i] += constant_[t * k_ + i % k_];
  }
  PartialDependence found;
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    PairSums& sums = pairs_[p];
    const std::size_t n_rows = cells_.size(targets_.pairs[p].first);
    const std::size_t n_columns = cells_.size(targets_.pairs[p].second);
    accumulate(sums.first.data(), n_rows);
    accumulate(sums.second.data(), n_columns);
    for (std::size_t i = 0; i < n_rows; ++i) {
      double* row = &sums.both[i * n_columns * k_];
      accumulate(row, n_columns);
      for (std::size_t j = 0; j < n_columns * k_; ++j)
        row[j] += sums.first[i * k_ + j % k_] + sums.second[j] + sums.constant[j % k_];
    }
    found.pairs.push_back(std::move(sums.both));
  }
  found.base = std::move(base_);
  found.singles = std::move(singles_);
  found.exact = true;
  return found;
}

void walk_rows(std::vector<EffectTree>& trees, CellRows& rows, int n_threads,
               Interrupt& interrupt) {
  std::vector<std::vector<RowSet>> memory(std::max(1, n_threads));
  for (std::size_t first = 0; first < rows.n_blocks(); first += rows.n_loaded()) {
    rows.load(first, n_threads, interrupt);
    parallel_for(n_threads, trees.size(), interrupt, [&](std::size_t i, int worker) {
      for (std::size_t b = 0; b < rows.n_loaded() && first + b < rows.n_blocks(); ++b) {
        interrupt.poll();
        trees[i].add_rows(rows.block(b), memory[static_cast<std::size_t>(worker)]);
      }
    });
  }
}

PartialDependence sum_trees(const TreeSource& source, const Table& table, const FeatureCells& cells,
                            const double* weight, const EffectTargets& targets, int n_threads,
                            Interrupt& interrupt) {
  CellRows rows(table, cells, weight, n_threads, interrupt);
  require(rows.total_weight() > 0, "all weights are 0");
  EffectSums sums(cells, targets, source.n_outputs);
  for (std::size_t next = 0; next < source.n_trees;) {
    std::vector<Tree> trees;
    std::vector<EffectTree> prepared;
    const std::size_t first = next;
    for (std::size_t n_bytes = 0; next < source.n_trees && n_bytes < kTreesBytes; ++next) {
      interrupt.poll();
      trees.push_back(source.tree(next));
      if (!prepared.emplace_back().prepare(trees.back(), cells, rows, targets)) return {};
      n_bytes += prepared.back().n_bytes();
    }
    walk_rows(prepared, rows, n_threads, interrupt);
    for (std::size_t i = 0; i < trees.size(); ++i)
      sums.add(prepared[i], trees[i],
               trees[i].value_width() == 1 ? (first + i) % source.n_outputs : 0,
               1 / rows.total_weight());
  }
  return std::move(sums).finish();
}

}  // namespace

PartialDependence partial_dependence(const TreeSource& source, const Table& table,
                                     const double* weight, const EffectTargets& targets,
                                     int n_threads, Interrupt& interrupt) {
  FeatureCells cells(table);
  for (std::size_t i = 0; i < source.n_trees; ++i) {
    interrupt.poll();
    const Tree tree = source.tree(i);
    const std::size_t width = tree.value_width();
    require(tree.n_features == table.columns.size(),
            "the table and the trees differ in the number of features");
    require(width == 1 || width == source.n_outputs, "the trees do not fit the outputs");
    cells.add(tree);
  }
  cells.finish();
  PartialDependence found;
  const auto& combined = cells.combined();
  if (std::find(combined.begin(), combined.end(), 1) == combined.end())
    found = sum_trees(source, table, cells, weight, targets, n_threads, interrupt);
  found.combined = combined;
  for (std::size_t f = 0; f < cells.n_features(); ++f) found.cuts.push_back(cells.cuts(f));
  return found;
}

}  // namespace spinney
