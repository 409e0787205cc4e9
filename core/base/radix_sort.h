// Stable sorting of (code, row) entries of one feature, and of 64-bit keys.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/types.h"

namespace spinney {

// The code is in the high half, so that entries compare by code, then by row.
using Entry = std::uint64_t;

inline Entry make_entry(Code code, Row row) { return (static_cast<Entry>(code) << 32) | row; }
inline Code entry_code(Entry e) { return static_cast<Code>(e >> 32); }
inline Row entry_row(Entry e) { return static_cast<Row>(e); }

// Sorts n entries with ascending rows by code. `spare` is a buffer of n entries. Returns the array,
// of the two, that holds the result.
Entry* sort_entries(Entry* entries, Entry* spare, std::size_t n);

// Sorts (key, row) pairs by key.
void sort_keys(std::vector<std::pair<std::uint64_t, Row>>& keys);

}  // namespace spinney
