// CRC-32C by eight tables.
#include "serialize/checksum.h"

#include <array>
#include <bit>
#include <cstring>

namespace spinney {
namespace {

using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

// Table k: the effect of a byte that is followed by k more bytes.
constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0x82f63b78u : 0u);
    tables[0][byte] = crc;
  }
  for (std::size_t k = 1; k < tables.size(); ++k)
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[k - 1][byte];
      tables[k][byte] = (before >> 8) ^ tables[0][before & 255];
    }
  return tables;
}

constexpr Tables kTables = make_tables();

}  // namespace

std::uint32_t crc32c(const void* data, std::size_t n_bytes) {
  static_assert(std::endian::native == std::endian::little, "model files are little-endian");
  const auto* at = static_cast<const unsigned char*>(data);
  std::uint32_t crc = ~0u;
  for (; n_bytes >= 8; n_bytes -= 8, at += 8) {
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    word ^= crc;
    crc = 0;
    for (std::size_t k = 0; k < 8; ++k) crc ^= kTables[7 - k][word >> (8 * k) & 255];
  }
  for (; n_bytes > 0; --n_bytes, ++at) crc = (crc >> 8) ^ kTables[0][(crc ^ *at) & 255];
  return ~crc;
}

}  // namespace spinney
