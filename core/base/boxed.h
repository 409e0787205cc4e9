// Optional value on the heap with deep copies: a rarely used part costs one pointer while absent.
#pragma once

#include <memory>

namespace spinney {

template <class T>
class Boxed {
 public:
  Boxed() = default;
  Boxed(Boxed&&) noexcept = default;
  Boxed& operator=(Boxed&&) noexcept = default;
  Boxed(const Boxed& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
  Boxed& operator=(const Boxed& other) { return *this = Boxed(other); }

  bool has_value() const { return value_ != nullptr; }
  const T& operator*() const {
    static const T empty{};
    return value_ ? *value_ : empty;
  }
  const T* operator->() const { return &**this; }
  T& make() {
    if (!value_) value_ = std::make_unique<T>();
    return *value_;
  }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace spinney
