// Exceptions of the core: invalid arguments and interruption by the user.
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
