// Multiway splits.
#include "split/multiway.h"

#include <algorithm>
#include <cmath>

#include "base/pool.h"
#include "split/candidates.h"
#include "split/node_features.h"
#include "split/random_cut.h"

namespace spinney {
namespace {

// A feature of a node: rows with a value sorted by code, and the end of each child's rows.
struct Branches {
  std::vector<Row> rows;
  std::vector<Code> codes;  // per row
  std::vector<std::size_t> ends;
  std::vector<Row> absent;
};

class MultiwaySearch final : public SplitFinder {
 public:
  MultiwaySearch(const FinderOptions& options, const Dataset& data, Interrupt& interrupt)
      : options_(options),
        data_(data),
        interrupt_(interrupt),
        unit_(gain_unit(options.criterion, data.targets)) {}

  Split find(const NodeRows& node, int n_threads) override {
    const std::size_t wanted = features_.start(options_, data_.matrix.columns.size(), node.key,
                                               node.features),
                      n = features_.size();
    workspaces_.resize(std::max<std::size_t>(workspaces_.size(), n_threads));
    std::vector<Split> found(n);
    std::vector<char> varies(n);
    const auto search_one = [&](std::size_t i, int worker) {
      varies[i] = search(node, features_[i], workspaces_[worker], found[i]);
    };
    parallel_for(n_threads, wanted, interrupt_, search_one);
    // If all drawn features are constant, continue until one is not (as scikit-learn does).
    for (std::size_t i = wanted; i < n && std::count(varies.begin(), varies.end(), 1) == 0; ++i) {
      features_.draw(i);
      search_one(i, 0);
    }
    Candidates best;
    best.start(0, features_.rank());
    for (Split& split : found)
      if (split.found()) best.offer(std::move(split));
    Split split = best.take();
    if (split.found() && split.skipped_missing) choose_missing_child(node, split);
    return split;
  }

 private:
  NodeSummary sum_up(const Row* rows, std::size_t n) const {
    return summarize(options_.criterion, data_.targets, rows, n);
  }

  // Returns whether the feature varies in the node.
  bool search(const NodeRows& node, std::uint32_t feature, EntryWorkspace& workspace,
              Split& split) const {
    const EncodedColumn& column = data_.matrix.columns[feature];
    const Entry* entries = node_entries(data_, node, feature, workspace);
    Branches b;
    for (std::size_t i = 0; i < node.size(); ++i) {
      const Code code = entry_code(entries[i]);
      if (code == kMissing) break;
      b.rows.push_back(entry_row(entries[i]));
      b.codes.push_back(code);
    }
    if (b.rows.empty() || b.codes.front() == b.codes.back()) return false;
    if (!part(column, b)) return true;
    const NodeSummary all = sum_up(b.rows.data(), b.rows.size());
    double decrease = all.impurity;
    for (std::size_t c = 0, begin = 0; c < b.ends.size(); begin = b.ends[c++]) {
      const NodeSummary child = sum_up(&b.rows[begin], b.ends[c] - begin);
      decrease -= child.weight / all.weight * child.impurity;
    }
    split.score = all.weight * std::max(0.0, decrease) / unit_;
    split.feature = feature;
    split.saw_missing = split.skipped_missing = b.rows.size() < node.size();
    describe(column, b, split);
    return true;
  }

  // Set the end of each child's rows; false unless at least two children are large enough.
  bool part(const EncodedColumn& column, Branches& b) const {
    if (column.categorical) {
      for (std::size_t i = 1; i <= b.rows.size(); ++i)
        if (i == b.rows.size() || b.codes[i] != b.codes[i - 1]) b.ends.push_back(i);
    } else {
      cut_at_quantiles(b);
    }
    std::size_t n_large = 0;
    for (std::size_t c = 0, begin = 0; c < b.ends.size(); begin = b.ends[c++])
      n_large += b.ends[c] - begin >= options_.min_samples_leaf &&
                 (options_.min_weight_leaf == 0 ||
                  sum_up(&b.rows[begin], b.ends[c] - begin).weight >= options_.min_weight_leaf);
    return n_large >= 2;
  }

  // The cut whose weight below is nearest to the goal; the first of a tie.
  static std::vector<std::size_t>::const_iterator nearest_cut(
      const std::vector<std::size_t>& between, const std::vector<double>& below, double goal) {
    const auto less = [&](std::size_t i, double weight) { return below[i] < weight; };
    const auto first = between.begin();
    const auto above = std::lower_bound(first, between.end(), goal, less);
    if (above == first) return above;
    const auto under = std::lower_bound(first, above, below[above[-1]], less);
    return above != between.end() && below[*above] - goal < goal - below[*under] ? above : under;
  }

  // Cut as close to equal weights as the values allow.
  void cut_at_quantiles(Branches& b) const {
    const std::size_t n = b.rows.size();
    std::vector<double> below(n + 1);
    for (std::size_t i = 0; i < n; ++i)
      below[i + 1] = below[i] + data_.targets.weight_of(b.rows[i]);
    std::vector<std::size_t> between;
    for (std::size_t i = 1; i < n; ++i)
      if (b.codes[i] != b.codes[i - 1]) between.push_back(i);
    const auto n_buckets = static_cast<double>(options_.n_buckets);
    for (std::size_t k = 1; k < options_.n_buckets;) {
      const auto nearest =
          nearest_cut(between, below, below[n] * static_cast<double>(k) / n_buckets);
      const std::size_t begin = b.ends.empty() ? 0 : b.ends.back(),
                        min_added = options_.min_samples_leaf;
      if (*nearest >= begin + std::max<std::size_t>(1, min_added) && n - *nearest >= min_added)
        b.ends.push_back(*nearest);
      if (nearest + 1 == between.end()) break;
      // Skip the quantiles with the same nearest cut: those below the middle of the next two cuts.
      const double middle = (below[*nearest] + below[nearest[1]]) / 2;
      k = std::max(k + 1,
                   static_cast<std::size_t>(std::max(0.0, middle / below[n] * n_buckets - 1)));
    }
    b.ends.push_back(n);
  }

  void describe(const EncodedColumn& column, const Branches& b, Split& split) const {
    split.kind = column.categorical ? NodeKind::levels : NodeKind::intervals;
    for (std::size_t c = 0; c < b.ends.size(); ++c) {
      const Code last = b.codes[b.ends[c] - 1];
      if (column.categorical) {
        split.details.make().present_categories.push_back(last);
      } else if (c + 1 < b.ends.size()) {
        split.details.make().last_codes.push_back(last);
        split.details.make().cuts.push_back(midpoint(column, last, b.codes[b.ends[c]]));
      }
    }
  }

  // Send missing rows to the child whose impurity they increase the least.
  void choose_missing_child(const NodeRows& node, Split& split) const {
    const auto& last = split.kind == NodeKind::levels ? split.details->present_categories
                                                      : split.details->last_codes;
    std::vector<Row> absent;
    std::vector<std::vector<Row>> children(split.n_children());
    each_node_code(data_, node, split.feature, [&](Row row, Code code) {
      if (code == kMissing)
        absent.push_back(row);
      else
        children[static_cast<std::size_t>(std::lower_bound(last.begin(), last.end(), code) -
                                          last.begin())]
            .push_back(row);
    });
    double min_added = 0;
    for (std::size_t c = 0; c < children.size(); ++c) {
      const auto impurity = [&](const NodeSummary& s) { return s.weight * s.impurity; };
      const double before = impurity(sum_up(children[c].data(), children[c].size()));
      children[c].insert(children[c].end(), absent.begin(), absent.end());
      const double added = impurity(sum_up(children[c].data(), children[c].size())) - before;
      children[c] = std::vector<Row>();  // all of them with the missing rows may be too many
      if (c > 0 && added >= min_added) continue;
      min_added = added;
      split.missing_child = static_cast<std::uint32_t>(c);
    }
  }

  const FinderOptions& options_;
  const Dataset& data_;
  Interrupt& interrupt_;
  double unit_;
  NodeFeatures features_;
  std::vector<EntryWorkspace> workspaces_;
};

}  // namespace

std::unique_ptr<SplitFinder> make_multiway_finder(const FinderOptions& options, const Dataset& data,
                                                  Interrupt& interrupt) {
  return std::make_unique<MultiwaySearch>(options, data, interrupt);
}

}  // namespace spinney
