// Container format: a file with named arrays and a text (docs/FORMAT.md).
//
//   head       64 bytes: magic, version, counts and lengths, checksums
//   directory  an entry per array: name, type, shape, offset, checksum
//   text       UTF-8
//   arrays     raw, little-endian, aligned to 64 bytes
//
// The text and the arrays determine every byte; padding is 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinney {

enum class ArrayType : std::uint8_t {
  boolean = 1,
  i8 = 2,
  i16 = 3,
  i32 = 4,
  i64 = 5,
  u8 = 6,
  u16 = 7,
  u32 = 8,
  u64 = 9,
  f32 = 10,
  f64 = 11
};

// Bytes per item; 0 for an invalid type.
std::size_t item_bytes(ArrayType type);

struct NamedArray {
  std::string name;  // printable ASCII, no spaces
  ArrayType type;
  std::vector<std::uint64_t> shape;
  const std::byte* data;  // not owned
  std::uint64_t n_bytes;
};

struct Container {
  std::string_view text;
  std::vector<NamedArray> arrays;
};

struct ContainerLayout {
  static constexpr std::uint32_t kVersion = 1;
  static constexpr std::size_t kHeadBytes = 64, kEntryBytes = 24, kAlignment = 64;
  static constexpr std::size_t kMaxDimensions = 8;
  static constexpr std::string_view kMagic{"\x89SPN\r\n\x1a\n", 8};

  // Offsets of the fields of the head.
  static constexpr std::size_t kVersionAt = 8, kCountAt = 12, kSizeAt = 16, kDirectoryBytesAt = 24,
                               kTextBytesAt = 32, kDirectoryChecksumAt = 40, kTextChecksumAt = 44,
                               kHeadChecksumAt = 60;
  // Offsets of the fields of an entry. The shape, the name and padding to a multiple of 8 follow.
  static constexpr std::size_t kTypeAt = 0, kDimensionsAt = 1, kNameBytesAt = 2, kChecksumAt = 4,
                               kOffsetAt = 8, kBytesAt = 16;

  static constexpr std::uint64_t padded(std::uint64_t n, std::uint64_t unit) {
    return (n + unit - 1) / unit * unit;
  }
};

// Parses `file`, which must outlive the result. Throws InvalidArgument, naming the location, unless
// every length, offset and checksum is valid. Memory use is proportional to the directory.
Container read_container(std::span<const std::byte> file);

// The bytes of a file before its arrays; the arrays follow, each padded to a multiple of 64.
std::vector<std::byte> container_head(const Container& container);

}  // namespace spinney
