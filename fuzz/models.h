// What the models of a file answer.
#pragma once

#include <map>
#include <string>

#include "serialize/container.h"

namespace spinney::fuzz {

// Restores every model of the file, which throws InvalidArgument if one is not valid, and asks them
// all that a user could. How many there are, by kind.
std::map<std::string, int> try_models(const Container& container);

}  // namespace spinney::fuzz
