// The two ways in which the core gives up: the caller's mistake, and the caller's Ctrl-C.
#pragma once

#include <stdexcept>
#include <string>

namespace spinney {

struct InvalidArgument : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("interrupted") {}
};

inline void require(bool condition, const char* message) {
  if (!condition) throw InvalidArgument(message);
}

}  // namespace spinney
