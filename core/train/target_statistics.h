// Target statistics of categories as numeric columns, and their splits as splits of categories.
//
// The statistic of a category is the mean target of its rows, shrunken toward the mean of all rows.
// The fitted rows are divided into groups at random, and the statistic of a fitted row uses only
// rows of the other groups, so it never contains its own target. All other rows use all fitted rows
// of their category. A tree is grown with the statistics as additional columns; translate()
// replaces "statistic <= threshold" by the set of categories for which it holds, so a fitted model
// contains no statistics.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interrupt.h"
#include "data/table.h"
#include "model/tree.h"

namespace spinney {

struct StatisticTargets {
  const double* values = nullptr;  // n_channels x n_rows
  std::size_t n_channels = 1;
  const double* weight = nullptr;  // or null
};

struct StatisticRules {
  double prior_weight = 1;  // in rows of average weight
  std::uint32_t max_bins = 32;
  std::uint32_t n_groups = 5;
  std::uint64_t key = 0;  // of the groups
};

class TargetStatistics {
 public:
  // `features`: the categorical columns. `rows`: the rows that are fitted, ascending.
  TargetStatistics(const Table& table, const std::vector<std::uint32_t>& features,
                   const StatisticTargets& targets, const std::vector<Row>& rows,
                   const StatisticRules& rules, Interrupt& interrupt);

  // The columns of the given table, then a column per feature and channel. References both.
  const Table& table() const { return table_; }
  // The feature of each additional column.
  std::vector<std::uint32_t> sources() const;
  // The tree with splits of categories in place of splits of the additional columns.
  Tree translate(Tree tree) const;

 private:
  // Bins of statistics: of all rows, and of each level for new rows. Higher statistics have higher
  // bins.
  struct Statistic {
    std::uint32_t source = 0;
    std::vector<std::uint8_t> of_row, of_level;
    std::uint8_t of_missing = 0;
  };

  static Statistic coarse(std::uint32_t source, const std::vector<double>& of_row,
                          const std::vector<double>& of_level, const std::vector<Row>& rows,
                          std::uint32_t max_bins);

  Table table_;
  std::size_t n_given_;
  std::vector<Statistic> statistics_;
};

}  // namespace spinney
