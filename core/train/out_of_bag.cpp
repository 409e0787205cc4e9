// Out-of-bag predictions and errors, tree by tree.
#include "train/out_of_bag.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "base/error.h"
#include "base/pool.h"

namespace spinney {
namespace {

constexpr std::size_t kTrees = 32;  // number of bags in memory

// Rows per task. Sums are added task by task, so this must not depend on the number of threads.
std::size_t task_rows(std::size_t n_features) {
  constexpr std::size_t kCells = 512 * 1024;
  return std::clamp<std::size_t>(kCells / std::max<std::size_t>(1, n_features), 256, 4096);
}

}  // namespace

OutOfBag::OutOfBag(const TargetView& target, std::size_t n_rows, Aggregate aggregate)
    : aggregate_(aggregate), n_trees_(n_rows), losses_(n_rows), weights_(n_rows) {
  const std::size_t n = n_rows * target.n_outputs;
  shape_.n_outputs = static_cast<std::uint32_t>(target.n_outputs);
  shape_.n_classes = target.n_classes;
  if (target.classes)
    y_.assign(target.classes, target.classes + n);
  else
    y_.assign(target.numbers, target.numbers + n);
  if (target.weight) weight_.assign(target.weight, target.weight + n_rows);
  if (keeps_sums())
    sums_.resize(n_rows * shape_.value_width());
  else
    sorted_.resize(n_rows * shape_.value_width());
}

void OutOfBag::take_value(std::size_t row, const double* value) {
  const std::size_t width = shape_.value_width();
  ++n_trees_[row];
  if (votes()) return add_votes(shape_, value, &sums_[row * width]);
  for (std::size_t j = 0; j < width; ++j) {
    if (keeps_sums()) {
      sums_[row * width + j] += value[j];
    } else {
      std::vector<double>& sorted = sorted_[row * width + j];
      sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), value[j]), value[j]);
    }
  }
}

void OutOfBag::predict(std::size_t row, double* value) const {
  const std::size_t width = shape_.value_width();
  for (std::size_t j = 0; j < width; ++j) {
    if (keeps_sums()) {
      value[j] = sums_[row * width + j] / n_trees_[row];
    } else {
      const std::vector<double>& sorted = sorted_[row * width + j];
      value[j] = (aggregate_ == Aggregate::mode ? mode : median)(sorted.data(), sorted.size());
    }
  }
  if (aggregate_ == Aggregate::median && !shape_.n_classes.empty()) scale_shares(shape_, value);
}

double OutOfBag::loss(std::size_t row, const double* value) const {
  const double* y = &y_[row * shape_.n_outputs];
  double sum = 0;
  each_output(shape_, [&](std::size_t k, std::size_t first, std::size_t n) {
    const double* at = value + first;
    if (shape_.n_classes.empty())
      sum += (*at - y[k]) * (*at - y[k]);
    else
      sum += std::max_element(at, at + n) - at != static_cast<std::ptrdiff_t>(y[k]);
  });
  return sum / shape_.n_outputs;
}

void OutOfBag::take_rows(const RowBatch& batch, std::size_t first_row, std::size_t begin,
                         const std::vector<std::vector<Row>>& out_of_bag, Interrupt& interrupt,
                         Error* errors, std::size_t stride) {
  const std::size_t width = shape_.value_width(), last_row = first_row + batch.size();
  std::vector<std::uint32_t> places;
  std::vector<double> values(batch.size() * width), together(width);
  for (std::size_t i = 0; i < out_of_bag.size(); ++i) {
    interrupt.poll();
    const auto from = std::lower_bound(out_of_bag[i].begin(), out_of_bag[i].end(), first_row);
    places.clear();
    for (auto row = from; row != out_of_bag[i].end() && *row < last_row; ++row)
      places.push_back(static_cast<std::uint32_t>(*row - first_row));
    batch.predict(begin + i, {places.size(), places.data()}, values.data());
    for (std::size_t k = 0; k < places.size(); ++k) {
      const std::size_t row = first_row + places[k];
      take_value(row, &values[k * width]);
      predict(row, together.data());
      weights_[row] = weight_.empty() ? 1.0 : weight_[row];
      losses_[row] = weights_[row] * loss(row, together.data());
    }
    Error& error = errors[i * stride];
    for (std::size_t row = first_row; row < last_row; ++row) {
      error.sum += losses_[row];
      error.weight += weights_[row];
    }
  }
}

void OutOfBag::check(const Forest& forest, const Table& table, const Bags& bags) const {
  require(table.n_rows == n_rows() && bags.n_rows() == n_rows(),
          "the table, the bags and y differ in rows");
  require(table.columns.size() == forest.n_features(),
          "the table and the forest differ in the number of features");
  require(
      forest.shape().n_outputs == shape_.n_outputs && forest.shape().n_classes == shape_.n_classes,
      "the forest and y differ in outputs or classes");
}

std::vector<double> OutOfBag::add(const Forest& forest, const Table& table, const Bags& bags,
                                  std::size_t first, int n_threads, Interrupt& interrupt) {
  check(forest, table, bags);
  n_threads = std::max(1, n_threads);
  const std::size_t size = task_rows(forest.n_features()), n_tasks = (n_rows() + size - 1) / size;
  std::vector<std::unique_ptr<RowBatch>> batches(static_cast<std::size_t>(n_threads));
  std::vector<double> curve;
  for (std::size_t begin = 0; begin < forest.size(); begin += kTrees) {
    std::vector<std::vector<Row>> out_of_bag(std::min(kTrees, forest.size() - begin));
    parallel_for(n_threads, out_of_bag.size(), interrupt, [&](std::size_t i, int) {
      out_of_bag[i] =
          bags.out_of_bag(first + begin + i, weight_.empty() ? nullptr : weight_.data(), interrupt);
    });
    std::vector<Error> errors(out_of_bag.size() * n_tasks);  // trees x tasks
    parallel_for(n_threads, n_tasks, interrupt, [&](std::size_t task, int worker) {
      std::unique_ptr<RowBatch>& batch = batches[static_cast<std::size_t>(worker)];
      if (!batch) batch = std::make_unique<RowBatch>(forest, table, std::min(size, n_rows()));
      batch->fill(task * size, std::min(size, n_rows() - task * size));
      take_rows(*batch, task * size, begin, out_of_bag, interrupt, &errors[task], n_tasks);
    });
    for (std::size_t i = 0; i < out_of_bag.size(); ++i) {
      Error total;
      for (std::size_t task = 0; task < n_tasks; ++task) {
        total.sum += errors[i * n_tasks + task].sum;
        total.weight += errors[i * n_tasks + task].weight;
      }
      curve.push_back(total.weight > 0 ? total.sum / total.weight
                                       : std::numeric_limits<double>::quiet_NaN());
    }
  }
  return curve;
}

std::vector<double> OutOfBag::prediction() const {
  const std::size_t width = shape_.value_width();
  std::vector<double> values(n_rows() * width, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t row = 0; row < n_rows(); ++row)
    if (n_trees_[row] > 0) predict(row, &values[row * width]);
  return values;
}

}  // namespace spinney
