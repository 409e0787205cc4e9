// Available memory from /proc, cgroups (version 2 and 1) and resource limits.
#include "base/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

namespace spinney {
namespace {

constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kUnknown = std::size_t{1} << 30;

// The first number of a file; none if it does not start with one ("max").
std::optional<std::size_t> read_number(const std::string& path) {
  std::ifstream file(path);
  std::size_t number = 0;
  return file >> number ? std::optional(number) : std::nullopt;
}

std::size_t difference(std::size_t limit, std::size_t used) {
  return limit > used ? limit - used : 0;
}

std::size_t system_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("MemAvailable:", 0) == 0) return std::stoull(line.substr(13)) * 1024;
#ifdef _SC_PHYS_PAGES
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  if (pages > 0 && size > 0)
    return static_cast<std::size_t>(pages) * static_cast<std::size_t>(size);
#endif
  return kUnlimited;
}

// What the limits of a cgroup and of the groups above it leave.
std::size_t group_memory(const std::string& root, std::string path, const std::string& limit_file,
                         const std::string& used_file) {
  std::size_t left = kUnlimited;
  for (;;) {
    const auto limit = read_number(root + path + limit_file);
    const auto used = read_number(root + path + used_file);
    if (limit && used) left = std::min(left, difference(*limit, *used));
    if (path.empty()) return left;
    path.resize(path.rfind('/'));
  }
}

// Lines of /proc/self/cgroup are "number:controllers:path"; version 2 has no controllers. In a
// container the path may not exist below the mounted root, whose own limit applies then.
std::size_t cgroup_memory() {
  std::size_t left = kUnlimited;
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    std::string path = line.substr(second + 1);
    if (path.empty() || path[0] != '/') continue;
    if (path == "/") path.clear();
    if (controllers.empty())
      left = std::min(left, group_memory("/sys/fs/cgroup", path, "/memory.max", "/memory.current"));
    else if (("," + controllers + ",").find(",memory,") != std::string::npos)
      left = std::min(left, group_memory("/sys/fs/cgroup/memory", path, "/memory.limit_in_bytes",
                                         "/memory.usage_in_bytes"));
  }
  return left;
}

std::size_t address_space() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kUnlimited;
  const auto pages = read_number("/proc/self/statm");
  const std::size_t used = pages ? *pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) : 0;
  return difference(limit.rlim_cur, used);
}

}  // namespace

std::size_t available_memory() {
  const std::size_t left = std::min({system_memory(), cgroup_memory(), address_space()});
  return left == kUnlimited ? kUnknown : left;
}

}  // namespace spinney
