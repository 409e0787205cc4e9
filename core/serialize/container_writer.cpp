// Writes the head of containers.
#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "serialize/checksum.h"
#include "serialize/container.h"

namespace spinney {
namespace {

using Layout = ContainerLayout;

template <class T>
void put(std::byte* at, T value) {
  std::memcpy(at, &value, sizeof value);
}

std::size_t entry_bytes(const NamedArray& array) {
  return Layout::padded(Layout::kEntryBytes + 8 * array.shape.size() + array.name.size(), 8);
}

void put_entry(std::byte* at, const NamedArray& array, std::uint64_t offset) {
  put(at + Layout::kTypeAt, array.type);
  put(at + Layout::kDimensionsAt, static_cast<std::uint8_t>(array.shape.size()));
  put(at + Layout::kNameBytesAt, static_cast<std::uint16_t>(array.name.size()));
  put(at + Layout::kChecksumAt, crc32c(array.data, array.n_bytes));
  put(at + Layout::kOffsetAt, offset);
  put(at + Layout::kBytesAt, array.n_bytes);
  at += Layout::kEntryBytes;
  for (const std::uint64_t length : array.shape) {
    put(at, length);
    at += sizeof length;
  }
  std::transform(array.name.begin(), array.name.end(), at,
                 [](char c) { return static_cast<std::byte>(c); });
}

}  // namespace

std::vector<std::byte> container_head(const Container& c) {
  std::uint64_t directory_bytes = 0;
  for (const NamedArray& array : c.arrays) {
    require(array.name.size() <= 0xffff, "the name of an array is too long");
    require(array.shape.size() <= Layout::kMaxDimensions, "an array has too many dimensions");
    directory_bytes += entry_bytes(array);
  }
  std::vector<std::byte> head(Layout::kHeadBytes + directory_bytes + c.text.size());
  std::byte* const directory = head.data() + Layout::kHeadBytes;
  std::byte* entry = directory;
  std::uint64_t end = head.size();
  for (const NamedArray& array : c.arrays) {
    const std::uint64_t offset = Layout::padded(end, Layout::kAlignment);
    put_entry(entry, array, offset);
    entry += entry_bytes(array);
    end = offset + array.n_bytes;
  }
  std::memcpy(entry, c.text.data(), c.text.size());
  std::memcpy(head.data(), Layout::kMagic.data(), Layout::kMagic.size());
  put(head.data() + Layout::kVersionAt, Layout::kVersion);
  put(head.data() + Layout::kCountAt, static_cast<std::uint32_t>(c.arrays.size()));
  put(head.data() + Layout::kSizeAt, end);
  put(head.data() + Layout::kDirectoryBytesAt, directory_bytes);
  put(head.data() + Layout::kTextBytesAt, std::uint64_t{c.text.size()});
  put(head.data() + Layout::kDirectoryChecksumAt, crc32c(directory, directory_bytes));
  put(head.data() + Layout::kTextChecksumAt, crc32c(entry, c.text.size()));
  put(head.data() + Layout::kHeadChecksumAt, crc32c(head.data(), Layout::kHeadChecksumAt));
  if (!c.arrays.empty()) head.resize(Layout::padded(head.size(), Layout::kAlignment));
  return head;
}

}  // namespace spinney
