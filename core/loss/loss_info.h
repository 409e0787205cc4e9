// Description of a loss: everything that other modules need to know about it.
//
// Each loss defines one LossInfo in its own file; losses.h lists them. Members of type Required
// have no default, so an incomplete description does not compile.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "loss/link.h"

namespace spinney {

class Loss;
struct LossInfo;

enum class Task { classification, regression };

// The targets for which a loss is defined.
enum class TargetDomain {
  real,
  non_negative,  // at least one target is positive
  positive,
  two_classes,  // class indices 0 and 1
  classes,      // class indices from 0, two or more classes
};

// A number that shapes the loss, such as alpha of the quantile loss; inside (lower, upper).
struct LossParameter {
  std::string_view name;  // empty: the loss has no parameter
  double default_value = 0, lower = 0, upper = 0;
};

struct LossSettings {
  const LossInfo& info;
  std::size_t n_classes = 0;  // 0 for regression
  double parameter = 0;
  std::size_t n_targets = 1;
};

// A struct member that must be initialized explicitly.
template <class T>
class Required {
 public:
  template <std::convertible_to<T> U>
  constexpr Required(U&& value) : value_(std::forward<U>(value)) {}
  constexpr operator const T&() const { return value_; }

 private:
  T value_;
};

struct LossInfo {
  Required<std::string_view> name;
  Required<std::string_view> description;  // noun phrase for the documentation
  Required<Link> link;                     // with more than two classes: softmax
  Required<TargetDomain> domain;           // determines the task
  Required<std::string_view> metric;  // default metric: "loss" (the mean loss) or a metric's name
  LossParameter parameter = {};       // at most one
  std::initializer_list<const char*> aliases =
      {};  // objective names in other libraries, lower case
  Required<std::unique_ptr<Loss> (*)(const LossSettings&)> make;

  Task task() const;
};

// The factory of a loss whose constructor takes LossSettings.
template <class AnyLoss>
std::unique_ptr<Loss> make(const LossSettings& settings) {
  return std::make_unique<AnyLoss>(settings);
}

// Descriptions of all losses, by name.
const std::vector<const LossInfo*>& all_losses();

}  // namespace spinney
