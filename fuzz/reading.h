// The models of a file, without Python: what the core makes of its arrays. All throw
// InvalidArgument if there is no such model, or none that is valid.
#pragma once

#include <string>
#include <vector>

#include "model/forest.h"
#include "predict/leaf_targets.h"
#include "serialize/container.h"

namespace spinney::fuzz {

// The loader holds features and classes against the policies and labels that the file has for them.
inline constexpr std::size_t kMaxFeatures = 2000, kMaxClasses = 2000;

const NamedArray* find(const Container& c, const std::string& name);

Tree read_tree(const Container& c, const std::string& prefix);
// Whose arrays follow each other.
std::vector<Tree> read_trees(const Container& c, const std::string& prefix);
Forest read_forest(const Container& c, const std::string& prefix);
LeafTargets read_leaf_targets(const Container& c, const std::string& prefix);
std::vector<double> read_numbers(const Container& c, const std::string& name);

}  // namespace spinney::fuzz
