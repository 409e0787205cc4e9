// Integer types used by every layer.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spinney {

using Row = std::uint32_t;   // index of a row of the training data
using Code = std::uint32_t;  // encoded cell: a rank, a bin or a category

// Code of a missing cell. It is the largest, so missing cells sort last.
inline constexpr Code kMissing = 0xFFFFFFFFu;

}  // namespace spinney
