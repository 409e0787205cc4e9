#include "mutator.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "serialize/checksum.h"
#include "serialize/container.h"

namespace spinney::fuzz {
namespace {

using Layout = ContainerLayout;

template <class T>
T get(const File& file, std::size_t at) {
  T value;
  std::memcpy(&value, file.data() + at, sizeof value);
  return value;
}

template <class T>
void put(File& file, std::size_t at, T value) {
  std::memcpy(file.data() + at, &value, sizeof value);
}

// Makes the checksums of directory and head valid again.
void update_checksums(File& file) {
  const auto n = get<std::uint64_t>(file, Layout::kDirectoryBytesAt);
  if (n <= file.size() - Layout::kHeadBytes)
    put(file, Layout::kDirectoryChecksumAt, crc32c(file.data() + Layout::kHeadBytes, n));
  put(file, Layout::kHeadChecksumAt, crc32c(file.data(), Layout::kHeadChecksumAt));
}

// A container whose text and arrays can be changed.
struct MutableContainer {
  explicit MutableContainer(const File& file)
      : container(read_container(file)), text(container.text) {
    for (const NamedArray& array : container.arrays)
      contents.emplace_back(array.data, array.data + array.n_bytes);
  }
  File join() {
    container.text = text;
    for (std::size_t i = 0; i < contents.size(); ++i) {
      container.arrays[i].data = contents[i].data();
      container.arrays[i].n_bytes = contents[i].size();
    }
    File file = container_head(container);
    for (const File& content : contents) {
      file.resize(Layout::padded(file.size(), Layout::kAlignment));
      file.insert(file.end(), content.begin(), content.end());
    }
    return file;
  }
  Container container;
  std::string text;
  std::vector<File> contents;
};

}  // namespace

std::uint64_t Mutator::interesting_number() {
  static constexpr std::array<std::uint64_t, 14> kNumbers{
      0,
      1,
      2,
      3,
      7,
      64,
      255,
      256,
      0x7fffffff,
      0x80000000,
      0xffffffff,
      0x7fffffffffffffff,
      0x8000000000000000,
      std::numeric_limits<std::uint64_t>::max()};
  return below(3) == 0 ? random_() >> below(64) : kNumbers[below(kNumbers.size())];
}

void Mutator::change_bytes(std::byte* data, std::size_t n) {
  if (n == 0) return;
  for (std::size_t left = 1 + below(3); left > 0; --left) {
    const std::size_t at = below(n);
    data[at] = below(2) == 0 ? data[at] ^ std::byte(1u << below(8)) : std::byte(below(256));
  }
}

// Replaces items by another number, by another item, or by a number one higher or lower.
void Mutator::change_items(std::byte* data, std::size_t n, std::size_t item) {
  if (n < item) return;
  for (std::size_t left = 1 + below(3); left > 0; --left) {
    std::byte* at = data + below(n / item) * item;
    std::uint64_t number = interesting_number();
    const std::size_t choice = below(4);
    if (choice == 0) std::memcpy(&number, data + below(n / item) * item, item);
    if (choice == 1) {
      std::memcpy(&number, at, item);
      number += below(2) == 0 ? 1 : -1;
    }
    std::memcpy(at, &number, item);
  }
}

Mutator::Result Mutator::flip(File file) {
  file[below(file.size())] ^= std::byte(1u << below(8));
  return {std::move(file), false, "bit flipped"};
}

Mutator::Result Mutator::truncate_or_extend(File file) {
  const bool truncate = below(4) > 0;
  file.resize(truncate ? below(file.size()) : file.size() + 1 + below(200));
  return {std::move(file), false, truncate ? "truncated" : "extended"};
}

Mutator::Result Mutator::change_head(File file) {
  static constexpr std::array<std::size_t, 5> kFields{Layout::kVersionAt, Layout::kCountAt,
                                                      Layout::kSizeAt, Layout::kDirectoryBytesAt,
                                                      Layout::kTextBytesAt};
  const std::size_t field = kFields[below(kFields.size())];
  if (field <= Layout::kCountAt)
    put(file, field, static_cast<std::uint32_t>(interesting_number()));
  else
    put(file, field,
        below(2) == 0 ? get<std::uint64_t>(file, field) + below(17) - 8 : interesting_number());
  if (below(4) == 0) file.resize(Layout::kHeadBytes + below(file.size() - Layout::kHeadBytes + 1));
  if (below(2) == 0) put(file, Layout::kSizeAt, std::uint64_t{file.size()});
  update_checksums(file);
  return {std::move(file), true, "head changed"};
}

Mutator::Result Mutator::change_directory(File file) {
  const auto n = get<std::uint64_t>(file, Layout::kDirectoryBytesAt);
  std::byte* directory = file.data() + Layout::kHeadBytes;
  if (below(2) == 0)
    change_bytes(directory, n);
  else
    change_items(directory, n, std::size_t{1} << below(4));
  update_checksums(file);
  return {std::move(file), true, "directory changed"};
}

Mutator::Result Mutator::change_text(const File& file) {
  MutableContainer parts(file);
  std::string& text = parts.text;
  const std::size_t number = text.find_first_of("0123456789", below(text.size()));
  if (number != std::string::npos && below(2) == 0)
    text.replace(number, text.find_first_not_of("0123456789", number) - number,
                 std::to_string(interesting_number()));
  else
    text[below(text.size())] = static_cast<char>(below(256));
  return {parts.join(), true, "text changed"};
}

Mutator::Result Mutator::change_arrays(const File& file) {
  MutableContainer parts(file);
  std::vector<std::size_t> filled;
  for (std::size_t i = 0; i < parts.contents.size(); ++i)
    if (!parts.contents[i].empty()) filled.push_back(i);
  for (std::size_t left = 1 + below(3); left > 0; --left) {
    const std::size_t i = filled[below(filled.size())];
    File& content = parts.contents[i];
    if (below(3) == 0)
      change_bytes(content.data(), content.size());
    else
      change_items(content.data(), content.size(), item_bytes(parts.container.arrays[i].type));
  }
  return {parts.join(), true, "array changed"};
}

// Changes the length or the type of an array, which becomes one-dimensional like all core arrays.
Mutator::Result Mutator::change_lengths(const File& file) {
  MutableContainer parts(file);
  const std::size_t i = below(parts.contents.size());
  NamedArray& array = parts.container.arrays[i];
  File& content = parts.contents[i];
  if (below(4) == 0) array.type = static_cast<ArrayType>(1 + below(11));
  const std::size_t item = item_bytes(array.type), n = content.size() / item;
  const std::size_t length = below(2) == 0 ? below(n + 1) : n + 1 + below(20);
  content.resize(length * item);
  array.shape = {length};
  return {parts.join(), true, "length changed"};
}

Mutator::Result Mutator::mutate(const File& file) {
  switch (below(10)) {
    case 0: return flip(file);
    case 1: return truncate_or_extend(file);
    case 2: return change_head(file);
    case 3: return change_directory(file);
    case 4: return change_text(file);
    case 5: return change_lengths(file);
    default: return change_arrays(file);
  }
}

}  // namespace spinney::fuzz
