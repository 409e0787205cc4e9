// A file of named arrays and a text (docs/FORMAT.md):
//
//   head       64 bytes: magic, version, counts and lengths, checksums
//   directory  an entry per array: name, type, shape, place, checksum
//   text       UTF-8
//   arrays     raw, little-endian, each at a multiple of 64
//
// The layout leaves no choice: every byte follows from the text and the arrays, and what lies
// between them is 0.
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

// 0 if there is no such type.
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

  // Fields of the head.
  static constexpr std::size_t kVersionAt = 8, kCountAt = 12, kSizeAt = 16, kDirectoryBytesAt = 24,
                               kTextBytesAt = 32, kDirectoryChecksumAt = 40, kTextChecksumAt = 44,
                               kHeadChecksumAt = 60;
  // Fields of an entry, which the lengths of the axes, the name and zeros up to a multiple of 8
  // follow.
  static constexpr std::size_t kTypeAt = 0, kDimensionsAt = 1, kNameBytesAt = 2, kChecksumAt = 4,
                               kOffsetAt = 8, kBytesAt = 16;

  static constexpr std::uint64_t padded(std::uint64_t n, std::uint64_t unit) {
    return (n + unit - 1) / unit * unit;
  }
};

// Looks into `file`, which must outlive the result. Throws InvalidArgument, with the place, unless
// every length, place and checksum is right. What it allocates is in proportion to the directory,
// which is as long as it says.
Container read_container(std::span<const std::byte> file);

// What stands before the arrays in a file, which are to follow with zeros up to a multiple of 64
// between them.
std::vector<std::byte> container_head(const Container& container);

}  // namespace spinney
