// The trees and forests of a model file, without Python: what the core makes of its arrays.
#pragma once

#include "serialize/container.h"

namespace spinney::fuzz {

// Restores every tree and forest, which throws InvalidArgument if one is not valid, and asks them all that a user
// could. The number of models.
int try_models(const Container& container);

}  // namespace spinney::fuzz
