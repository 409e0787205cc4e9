// Presorted columns.
#include "split/presorted_columns.h"

#include "base/pool.h"
#include "data/each_code.h"

namespace spinney {

PresortedColumns::PresortedColumns(const EncodedMatrix& matrix, const std::vector<bool>& to_presort,
                                   const Row* rows, std::size_t n, int n_threads,
                                   Interrupt& interrupt)
    : entries_(matrix.columns.size()) {
  for (std::size_t j = 0; j < to_presort.size(); ++j)
    if (to_presort[j]) features_.push_back(static_cast<std::uint32_t>(j));
  std::vector<std::vector<Entry>> spare(n_threads);
  parallel_for(n_threads, features_.size(), interrupt, [&](std::size_t i, int worker) {
    entries_[features_[i]] = std::make_shared<std::vector<Entry>>(n);
    std::vector<Entry>& list = *entries_[features_[i]];
    spare[worker].resize(n);
    each_code(matrix.columns[features_[i]], rows, n,
              [&](std::size_t r, Code code) { list[r] = make_entry(code, static_cast<Row>(r)); });
    if (sort_entries(list.data(), spare[worker].data(), n) != list.data()) list.swap(spare[worker]);
  });
}

}  // namespace spinney
