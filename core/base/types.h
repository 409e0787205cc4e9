// Plain names for the numbers that every layer uses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spinney {

using Row = std::uint32_t;   // index of a row of the training data
using Code = std::uint32_t;  // what a cell becomes before growing: a rank, a bin or a category

// A missing cell's code. It is the largest, so missing cells sort behind all others.
inline constexpr Code kMissing = 0xFFFFFFFFu;

}  // namespace spinney
