// Lookup and creation of losses, and checks of their settings and targets.
#include "loss/loss.h"

#include <algorithm>
#include <sstream>

#include "base/error.h"
#include "loss/losses.h"

namespace spinney {
namespace {

template <class... Parts>
[[noreturn]] void fail(const Parts&... parts) {
  std::ostringstream message;
  (message << ... << parts);
  throw InvalidArgument(message.str());
}

std::string quoted(std::string_view name) { return "loss='" + std::string(name) + "'"; }

const LossInfo& find_loss(const std::string& name) {
  for (const LossInfo* info : all_losses())
    if (std::string_view(info->name) == name) return *info;
  fail("unknown loss '", name, "'");
}

void check_settings(const LossSettings& settings) {
  const LossInfo& info = settings.info;
  const std::string loss = quoted(info.name);
  if (info.domain == TargetDomain::two_classes && settings.n_classes != 2)
    fail(loss, " is for two classes, got ", settings.n_classes);
  if (info.domain == TargetDomain::classes && settings.n_classes < 2)
    fail(loss, " needs at least two classes, got ", settings.n_classes);
  if (settings.n_targets < 1 || (settings.n_targets > 1 && info.task() != Task::regression))
    fail(loss, " does not support ", settings.n_targets, " targets");
  const LossParameter& parameter = info.parameter;
  if (!parameter.name.empty() &&
      !(settings.parameter > parameter.lower && settings.parameter < parameter.upper))
    fail(parameter.name, " of ", loss, " must be above ", parameter.lower, " and below ",
         parameter.upper, ", got ", settings.parameter);
}

}  // namespace

Task LossInfo::task() const {
  return domain == TargetDomain::two_classes || domain == TargetDomain::classes
             ? Task::classification
             : Task::regression;
}

const std::vector<const LossInfo*>& all_losses() {
#define SPINNEY_ADDRESS(name) &name##_info,
  static const std::vector<const LossInfo*> all{SPINNEY_LOSSES(SPINNEY_ADDRESS)};
#undef SPINNEY_ADDRESS
  return all;
}

std::unique_ptr<Loss> make_loss(const std::string& name, std::size_t n_classes,
                                std::optional<double> parameter, std::size_t n_targets) {
  const LossInfo& info = find_loss(name);
  const bool classifies = info.task() == Task::classification;
  const LossSettings settings{info, classifies ? n_classes : 0,
                              parameter.value_or(info.parameter.default_value), n_targets};
  check_settings(settings);
  return n_targets > 1 ? make_several_targets(settings) : info.make(settings);
}

const Loss& Loss::single_score(const LossRows& rows, const Row* members, std::size_t n,
                               std::size_t k, double* y, double* scores) const {
  for (std::size_t i = 0; i < n; ++i) {
    y[i] = rows.y[members[i]];
    scores[i] = rows.scores[k * rows.n + members[i]];
  }
  return *this;
}

void Loss::check_targets(const double* y, std::size_t n) const {
  for (std::size_t k = 0; k < n_targets_; ++k) check_target(y + k * n, n, k);
}

// Checks one of the targets.
void Loss::check_target(const double* y, std::size_t n, std::size_t k) const {
  const std::string name = n_targets_ > 1 ? "y[:, " + std::to_string(k) + "]" : "y";
  const auto require_all = [&](auto&& valid, const char* condition) {
    const double* found = std::find_if_not(y, y + n, valid);
    if (found != y + n)
      fail(name, " is ", *found, " in row ", found - y, ", but ", quoted(info_.name), " needs ",
           condition, ".");
  };
  switch (info_.domain) {
    case TargetDomain::real: return;
    case TargetDomain::non_negative:
      require_all([](double value) { return value >= 0; }, "y >= 0");
      if (std::all_of(y, y + n, [](double value) { return value == 0; }))
        fail(name, " is 0 in every row, but ", quoted(info_.name), " needs a positive sum of y.");
      return;
    case TargetDomain::positive:
      return require_all([](double value) { return value > 0; }, "y > 0");
    case TargetDomain::two_classes:
    case TargetDomain::classes:
      return require_all(
          [&](double value) { return value >= 0 && value < static_cast<double>(n_classes_); },
          "class indices below n_classes");
  }
}

}  // namespace spinney
