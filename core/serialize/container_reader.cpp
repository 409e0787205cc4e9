// Reads and validates containers.
#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "base/error.h"
#include "serialize/checksum.h"
#include "serialize/container.h"

namespace spinney {
namespace {

using Layout = ContainerLayout;
using Bytes = std::span<const std::byte>;

std::string to_text(std::string_view text) { return std::string(text); }
std::string to_text(std::uint64_t number) { return std::to_string(number); }

// Joins the parts of the message only if the condition is false.
template <class... Parts>
void check(bool condition, const Parts&... parts) {
  if (!condition) throw InvalidArgument((to_text(parts) + ...));
}

template <class T>
T get(Bytes bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

std::string_view as_text(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool all_zero(Bytes bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
}

bool is_name(std::string_view name) {
  return std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c <= '~'; });
}

struct Head {
  std::uint32_t n_arrays;
  std::uint64_t directory_bytes, text_bytes;
};

void check_magic(Bytes file) {
  check(!file.empty(), "the file is empty");
  const std::size_t n_magic = std::min(file.size(), Layout::kMagic.size());
  check(as_text(file.first(n_magic)) == Layout::kMagic.substr(0, n_magic),
        "it is not a Spinney model file");
  check(file.size() >= Layout::kHeadBytes, "the file ends at byte ", file.size(),
        ", within its head of ", Layout::kHeadBytes, " bytes");
  const auto version = get<std::uint32_t>(file, Layout::kVersionAt);
  check(version <= Layout::kVersion, "it has format version ", version,
        ", but this Spinney reads up to version ", Layout::kVersion, ": a newer Spinney is needed");
  check(version > 0, "its format version is 0");
}

Head read_head(Bytes file) {
  check_magic(file);
  check(get<std::uint32_t>(file, Layout::kHeadChecksumAt) ==
            crc32c(file.data(), Layout::kHeadChecksumAt),
        "the checksum of its head is wrong: the file is damaged");
  const auto size = get<std::uint64_t>(file, Layout::kSizeAt);
  check(size == file.size(), "it has ", file.size(), " bytes and should have ", size);
  const std::size_t unused = Layout::kTextChecksumAt + 4;
  check(all_zero(file.subspan(unused, Layout::kHeadChecksumAt - unused)),
        "unused bytes of its head are not 0");
  const Head head{get<std::uint32_t>(file, Layout::kCountAt),
                  get<std::uint64_t>(file, Layout::kDirectoryBytesAt),
                  get<std::uint64_t>(file, Layout::kTextBytesAt)};
  const std::uint64_t rest = file.size() - Layout::kHeadBytes;
  check(head.directory_bytes <= rest, "its directory is longer than the file");
  check(head.text_bytes <= rest - head.directory_bytes, "its text is longer than the file");
  check(head.n_arrays <= head.directory_bytes / Layout::kEntryBytes,
        "its directory is too short for its arrays");
  return head;
}

// Whether the product of the shape and the item size equals the number of bytes.
bool shape_fits(const NamedArray& array) {
  std::uint64_t n = item_bytes(array.type);
  const bool empty = std::find(array.shape.begin(), array.shape.end(), 0u) != array.shape.end();
  if (empty) return array.n_bytes == 0;
  for (const std::uint64_t length : array.shape) {
    if (length > array.n_bytes / n) return false;
    n *= length;
  }
  return n == array.n_bytes;
}

// Reads the entries of the directory in order.
class DirectoryReader {
 public:
  DirectoryReader(Bytes file, const Head& head)
      : file_(file),
        rest_(file.subspan(Layout::kHeadBytes, head.directory_bytes)),
        end_(Layout::kHeadBytes + head.directory_bytes + head.text_bytes) {}

  NamedArray next() {
    const auto check_entry = [n = n_read_++](bool condition, const char* problem) {
      check(condition, "entry ", n, " of its directory ", problem);
    };
    check_entry(rest_.size() >= Layout::kEntryBytes, "is truncated");
    const std::size_t n_dimensions = get<std::uint8_t>(rest_, Layout::kDimensionsAt);
    const std::size_t name_bytes = get<std::uint16_t>(rest_, Layout::kNameBytesAt);
    const std::size_t used = Layout::kEntryBytes + 8 * n_dimensions + name_bytes;
    const std::size_t entry_bytes = Layout::padded(used, 8);
    check_entry(n_dimensions <= Layout::kMaxDimensions, "has too many dimensions");
    check_entry(entry_bytes <= rest_.size(), "is truncated");
    check_entry(all_zero(rest_.subspan(used, entry_bytes - used)), "has padding that is not 0");
    NamedArray array = read_entry(n_dimensions, name_bytes);
    check_entry(is_name(array.name), "has an invalid name");
    check_array(array, get<std::uint64_t>(rest_, Layout::kOffsetAt),
                get<std::uint32_t>(rest_, Layout::kChecksumAt));
    rest_ = rest_.subspan(entry_bytes);
    return array;
  }

  void finish() const {
    check(rest_.empty(), "its directory has unused bytes");
    check(end_ == file_.size(), "there are bytes after its last array");
  }

 private:
  NamedArray read_entry(std::size_t n_dimensions, std::size_t name_bytes) const {
    NamedArray array;
    array.type = get<ArrayType>(rest_, Layout::kTypeAt);
    array.n_bytes = get<std::uint64_t>(rest_, Layout::kBytesAt);
    for (std::size_t d = 0; d < n_dimensions; ++d)
      array.shape.push_back(get<std::uint64_t>(rest_, Layout::kEntryBytes + 8 * d));
    array.name = as_text(rest_.subspan(Layout::kEntryBytes + 8 * n_dimensions, name_bytes));
    return array;
  }

  // Arrays are stored in order, so they cannot overlap.
  void check_array(NamedArray& array, std::uint64_t offset, std::uint32_t checksum) {
    const std::string& name = array.name;
    check(item_bytes(array.type) > 0, "its array '", name, "' has an unknown type");
    check(offset == Layout::padded(end_, Layout::kAlignment), "its array '", name,
          "' has a wrong offset");
    check(offset <= file_.size() && array.n_bytes <= file_.size() - offset, "its array '", name,
          "' extends beyond the end of the file");
    check(shape_fits(array), "its array '", name, "' has a shape that does not match its size");
    check(all_zero(file_.subspan(end_, offset - end_)), "the bytes before its array '", name,
          "' are not 0");
    array.data = file_.data() + offset;
    check(crc32c(array.data, array.n_bytes) == checksum, "the checksum of its array '", name,
          "' is wrong: the file is damaged");
    check(array.type != ArrayType::boolean ||
              std::all_of(array.data, array.data + array.n_bytes,
                          [](std::byte b) { return b <= std::byte{1}; }),
          "its array '", name, "' has a boolean that is neither 0 nor 1");
    end_ = offset + array.n_bytes;
  }

  Bytes file_, rest_;
  std::uint64_t end_;  // of the part that has been read
  std::size_t n_read_ = 0;
};

}  // namespace

std::size_t item_bytes(ArrayType type) {
  switch (type) {
    case ArrayType::boolean:
    case ArrayType::i8:
    case ArrayType::u8: return 1;
    case ArrayType::i16:
    case ArrayType::u16: return 2;
    case ArrayType::i32:
    case ArrayType::u32:
    case ArrayType::f32: return 4;
    case ArrayType::i64:
    case ArrayType::u64:
    case ArrayType::f64: return 8;
  }
  return 0;
}

Container read_container(Bytes file) {
  const Head head = read_head(file);
  const Bytes directory = file.subspan(Layout::kHeadBytes, head.directory_bytes);
  const Bytes text = file.subspan(Layout::kHeadBytes + head.directory_bytes, head.text_bytes);
  check(get<std::uint32_t>(file, Layout::kDirectoryChecksumAt) ==
            crc32c(directory.data(), directory.size()),
        "the checksum of its directory is wrong: the file is damaged");
  check(get<std::uint32_t>(file, Layout::kTextChecksumAt) == crc32c(text.data(), text.size()),
        "the checksum of its text is wrong: the file is damaged");
  Container result{as_text(text), {}};
  DirectoryReader reader(file, head);
  std::unordered_set<std::string_view> names;
  result.arrays.reserve(head.n_arrays);
  for (std::uint32_t i = 0; i < head.n_arrays; ++i) {
    result.arrays.push_back(reader.next());
    const std::string& name = result.arrays.back().name;
    check(names.insert(name).second, "it has two arrays named '", name, "'");
  }
  reader.finish();
  return result;
}

}  // namespace spinney
