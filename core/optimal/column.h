// A column restricted to the rows of a subproblem.
#pragma once

#include <vector>

#include "base/types.h"

namespace spinney::optimal {

struct SubsetColumn {
  std::size_t id = 0;        // in the whole problem
  std::vector<Code> codes;   // per row, 0 .. n_codes() - 1
  std::vector<Code> global;  // per code: the code in the whole table, ascending
  bool nominal = false;      // a cut separates one code; otherwise the codes up to one

  Code n_codes() const { return static_cast<Code>(global.size()); }
  Code n_cuts() const { return nominal && n_codes() > 2 ? n_codes() : n_codes() - 1; }
  bool goes_left(Code code, Code cut) const { return nominal ? code == cut : code <= cut; }
};

}  // namespace spinney::optimal
