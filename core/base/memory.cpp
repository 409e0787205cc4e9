// Available memory from /proc, cgroups (version 2 and 1) and resource limits.
#include "base/memory.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <sys/resource.h>
#include <unistd.h>
#endif

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

#ifdef _WIN32
std::size_t system_memory(const std::string&) {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  return GlobalMemoryStatusEx(&status) ? static_cast<std::size_t>(status.ullAvailPhys) : kUnlimited;
}

std::size_t address_space() { return kUnlimited; }
#else
std::size_t system_memory(const std::string& root) {
  std::ifstream file(root + "/proc/meminfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("MemAvailable:", 0) == 0) return std::stoull(line.substr(13)) * 1024;
#ifdef _SC_PHYS_PAGES
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  if (pages > 0 && size > 0)
    return static_cast<std::size_t>(pages) * static_cast<std::size_t>(size);
#endif
  return kUnlimited;
}

std::size_t address_space() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kUnlimited;
  const auto pages = read_number("/proc/self/statm");
  const std::size_t used = pages ? *pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) : 0;
  return difference(limit.rlim_cur, used);
}
#endif

// The files of one version of cgroups.
struct GroupFiles {
  std::string mount, limit, used;
  std::string prefix;  // of the entries of memory.stat that include the groups below
};

// Bytes of cached files. They count as used, but the kernel frees them when memory is short.
std::size_t cached_files(const std::string& path, const std::string& prefix) {
  std::ifstream file(path);
  std::size_t sum = 0, bytes = 0;
  for (std::string name; file >> name >> bytes;)
    if (name == prefix + "active_file" || name == prefix + "inactive_file") sum += bytes;
  return sum;
}

// What the limits of a cgroup and of the groups above it leave.
std::size_t group_memory(const GroupFiles& files, std::string path) {
  std::size_t left = kUnlimited;
  for (;;) {
    const std::string group = files.mount + path;
    const auto limit = read_number(group + files.limit), used = read_number(group + files.used);
    if (limit && used) {
      const std::size_t cached = cached_files(group + "/memory.stat", files.prefix);
      left = std::min(left, difference(*limit, difference(*used, cached)));
    }
    if (path.empty()) return left;
    path.resize(path.rfind('/'));
  }
}

// Lines of /proc/self/cgroup are "number:controllers:path"; version 2 has no controllers. In a
// container the path may not exist below the mounted root, whose own limit applies then.
std::size_t cgroup_memory(const std::string& root) {
  const std::string mount = root + "/sys/fs/cgroup";
  const GroupFiles version_2{mount, "/memory.max", "/memory.current", ""},
      version_1{mount + "/memory", "/memory.limit_in_bytes", "/memory.usage_in_bytes", "total_"};
  std::size_t left = kUnlimited;
  std::ifstream file(root + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    std::string path = line.substr(second + 1);
    if (path.empty() || path[0] != '/') continue;
    if (path == "/") path.clear();
    if (controllers.empty())
      left = std::min(left, group_memory(version_2, path));
    else if (("," + controllers + ",").find(",memory,") != std::string::npos)
      left = std::min(left, group_memory(version_1, path));
  }
  return left;
}

}  // namespace

std::size_t available_memory(const std::string& root) {
  const std::size_t left = std::min({system_memory(root), cgroup_memory(root), address_space()});
  return left == kUnlimited ? kUnknown : left;
}

}  // namespace spinney
