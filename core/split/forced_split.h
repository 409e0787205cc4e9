// A split at the top of every tree that the user defines.
#pragma once

#include <cstdint>

namespace spinney {

struct ForcedSplit {
  std::uint32_t feature = 0;
  double threshold = 0;  // values up to it go left; of a categorical feature: the index of the only
                         // category that goes left
  std::int32_t left = -1, right = -1;  // forced splits of the children; -1: none
};

}  // namespace spinney
