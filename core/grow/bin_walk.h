// Finds the leaves of rows in a tree on binned columns, several rows at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "grow/bin_grower.h"

namespace spinney {

class BinWalk {
 public:
  // `nodes` and `matrix` must outlive the object.
  BinWalk(const std::vector<BinTreeNode>& nodes, const BinnedMatrix& matrix);

  // Calls use(row, leaf) for each row.
  template <class Use>
  void each_leaf(const Row* rows, std::size_t n, Use&& use) const {
    for (std::size_t begin = 0; begin < n; begin += kRows) {
      const std::size_t size = std::min(kRows, n - begin);
      const Leaves leaves = find(rows + begin, size);
      for (std::size_t j = 0; j < size; ++j) use(rows[begin + j], leaves[j]);
    }
  }
  // Adds the values of its leaf (nodes x width) to the scores of each row (width x rows of the
  // table).
  void add_values(const Row* rows, std::size_t n, const std::vector<double>& value,
                  std::size_t width, double* scores) const;

 private:
  static constexpr std::size_t kRows = 8;  // rows at a time, which hides the latency of their cells
  using Leaves = std::array<std::uint32_t, kRows>;
  Leaves find(const Row* rows, std::size_t n) const;
  struct Step {
    const std::uint8_t* bins = nullptr;  // one-byte bins; null: wide or sparse column
    std::size_t stride = 1;
    std::uint32_t last_left = 0, missing = 0;  // bins of a numeric split
    bool missing_left = false;
    std::int32_t table = -1;  // of a categorical split: index of its bins that go left
    std::int32_t left = -1;
    std::uint32_t feature = 0;
  };
  std::uint32_t next(const Step& step, Row row) const;

  const BinnedMatrix& matrix_;
  std::vector<Step> steps_;
  std::vector<std::vector<std::uint8_t>> tables_;
};

}  // namespace spinney
