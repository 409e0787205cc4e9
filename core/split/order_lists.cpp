#include "split/order_lists.h"

#include "base/pool.h"
#include "data/each_code.h"

namespace spinney {

OrderLists::OrderLists(const CodedMatrix& matrix, const std::vector<bool>& listed, const Row* rows,
                       std::size_t n, int n_threads, Interrupt& interrupt)
    : lists_(matrix.columns.size()) {
  for (std::size_t j = 0; j < listed.size(); ++j)
    if (listed[j]) features_.push_back(static_cast<std::uint32_t>(j));
  std::vector<std::vector<Entry>> spare(n_threads);
  parallel_for(n_threads, features_.size(), interrupt, [&](std::size_t i, int worker) {
    lists_[features_[i]] = std::make_shared<std::vector<Entry>>(n);
    std::vector<Entry>& list = *lists_[features_[i]];
    spare[worker].resize(n);
    each_code(matrix.columns[features_[i]], rows, n,
              [&](std::size_t r, Code code) { list[r] = make_entry(code, static_cast<Row>(r)); });
    if (sort_entries(list.data(), spare[worker].data(), n) != list.data()) list.swap(spare[worker]);
  });
}

}  // namespace spinney
