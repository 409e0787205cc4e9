// Entries of one feature in one node: a code, and the row (or whatever number) it belongs to.
// Sorted by code, stably.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/types.h"

namespace spinney {

// The code in the high half, so that comparing entries compares codes, then rows.
using Entry = std::uint64_t;

inline Entry make_entry(Code code, Row row) { return (static_cast<Entry>(code) << 32) | row; }
inline Code entry_code(Entry e) { return static_cast<Code>(e >> 32); }
inline Row entry_row(Entry e) { return static_cast<Row>(e); }

// Sorts n entries whose rows ascend. `spare` has room for n; the answer lies in the one of the two
// that is returned.
Entry* sort_entries(Entry* entries, Entry* spare, std::size_t n);

// Sorts n keys with their rows by all 64 bits of the key.
void sort_keys(std::vector<std::pair<std::uint64_t, Row>>& keys);

}  // namespace spinney
