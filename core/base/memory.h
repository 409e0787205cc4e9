// Memory available to this process.
#pragma once

#include <cstddef>
#include <string>

namespace spinney {

// Bytes that can be allocated without swapping: the least of the system's available memory, what
// the cgroup's limit leaves, and what the limit on address space (RLIMIT_AS) leaves. A guess of
// 1 GiB if the system reports none of them. `root`: a directory that stands for /, in tests.
std::size_t available_memory(const std::string& root = "");

}  // namespace spinney
