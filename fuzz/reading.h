// Restores core models from the arrays of a file, without Python. All functions throw
// InvalidArgument if there is no such model or if it is not valid.
#pragma once

#include <string>
#include <vector>

#include "model/forest.h"
#include "predict/leaf_targets.h"
#include "serialize/container.h"

namespace spinney::fuzz {

// The Python loader compares these numbers with the policies and labels in the file.
inline constexpr std::size_t kMaxFeatures = 2000, kMaxClasses = 2000;

// The array of features and flags of packed trees; files of earlier versions use the second name.
inline constexpr const char *kFeatureArray = "feature_and_flags", *kFormerFeatureArray = "question";

const NamedArray* find(const Container& c, const std::string& name);

Tree read_tree(const Container& c, const std::string& prefix);
// Reads trees with concatenated arrays.
std::vector<Tree> read_trees(const Container& c, const std::string& prefix);
Forest read_forest(const Container& c, const std::string& prefix);
LeafTargets read_leaf_targets(const Container& c, const std::string& prefix);
std::vector<double> read_numbers(const Container& c, const std::string& name);

}  // namespace spinney::fuzz
