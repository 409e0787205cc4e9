// CRC-32C (Castagnoli), which tells every single flipped bit and every burst of up to 32.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spinney {

std::uint32_t crc32c(const void* data, std::size_t n_bytes);

}  // namespace spinney
