// CRC-32C (Castagnoli) checksum; detects every flipped bit and every burst of up to 32 bits.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spinney {

std::uint32_t crc32c(const void* data, std::size_t n_bytes);

}  // namespace spinney
