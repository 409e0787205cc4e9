// Runs the prediction functions of the core on the models of a file.
#pragma once

#include <map>
#include <string>

#include "serialize/container.h"

namespace spinney::fuzz {

// Restores all models of the file and runs every prediction function on them. Returns the number of
// models by kind. Throws InvalidArgument if a model is not valid.
std::map<std::string, int> exercise_models(const Container& container);

}  // namespace spinney::fuzz
