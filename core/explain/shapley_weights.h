// The weights of coalitions in the Shapley value of a game that pays 1 if all of P players join and
// none of N others.
#pragma once

#include <cstddef>
#include <vector>

namespace spinney {

class ShapleyWeights {
 public:
  // (P - 1)! N! / (P + N)!, the value of each of the P players.
  double joined(std::size_t p, std::size_t n) {
    return 1 / (static_cast<double>(p) * binomial(p + n, p));
  }
  // -P! (N - 1)! / (P + N)!, the value of each of the N players.
  double left_out(std::size_t p, std::size_t n) { return -joined(n, p); }
  // The interactions: of two players that join, of two that do not, and of one of each.
  double both_joined(std::size_t p, std::size_t n) {
    return 1 / (static_cast<double>(p - 1) * binomial(p + n - 1, n));
  }
  double both_left_out(std::size_t p, std::size_t n) { return both_joined(n, p); }
  double mixed(std::size_t p, std::size_t n) {
    return -1 / (static_cast<double>(n) * binomial(p + n - 1, n));
  }

 private:
  double binomial(std::size_t n, std::size_t k) {
    for (std::size_t size = rows_.size(); size <= n; ++size) {
      std::vector<double> row(size + 1, 1.0);
      for (std::size_t i = 1; i < size; ++i) row[i] = rows_[size - 1][i - 1] + rows_[size - 1][i];
      rows_.push_back(std::move(row));
    }
    return rows_[n][k];
  }

  std::vector<std::vector<double>> rows_;  // Pascal's triangle
};

}  // namespace spinney
