// Reading and writing of model files in Python.
#include "serialize/container.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "base/error.h"
#include "common.h"

namespace spinney {
namespace {

using AnyArray = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;
using Code = nb::dlpack::dtype_code;

nb::dlpack::dtype dtype_of(ArrayType type) {
  const Code code = type == ArrayType::boolean ? Code::Bool
                    : type <= ArrayType::i64   ? Code::Int
                    : type <= ArrayType::u64   ? Code::UInt
                                               : Code::Float;
  return {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(8 * item_bytes(type)), 1};
}

ArrayType type_of(nb::dlpack::dtype dtype) {
  for (auto code = static_cast<int>(ArrayType::boolean); code <= static_cast<int>(ArrayType::f64);
       ++code)
    if (const auto type = static_cast<ArrayType>(code); dtype_of(type) == dtype) return type;
  throw InvalidArgument("a model file holds truth values, integers and float32 or float64 only");
}

NamedArray named_array(const std::pair<std::string, AnyArray>& given) {
  const auto& [name, array] = given;
  NamedArray result{name,
                    type_of(array.dtype()),
                    {},
                    static_cast<const std::byte*>(array.data()),
                    array.nbytes()};
  for (std::size_t d = 0; d < array.ndim(); ++d) result.shape.push_back(array.shape(d));
  return result;
}

nb::bytes head_bytes(const nb::bytes& text,
                     const std::vector<std::pair<std::string, AnyArray>>& arrays) {
  Container container{{text.c_str(), text.size()}, {}};
  for (const auto& given : arrays) container.arrays.push_back(named_array(given));
  const auto head = run_released([&] { return container_head(container); });
  return nb::bytes(head.data(), head.size());
}

nb::object view_of(const NamedArray& array, nb::handle owner) {
  const std::vector<std::size_t> shape(array.shape.begin(), array.shape.end());
  return nb::cast(nb::ndarray<nb::numpy, nb::ro>(array.data, shape.size(), shape.data(), owner,
                                                 nullptr, dtype_of(array.type)),
                  nb::rv_policy::reference);
}

nb::tuple read_bytes(const nb::bytes& file) {
  const auto* data = static_cast<const std::byte*>(file.data());
  const Container container = run_released([&] { return read_container({data, file.size()}); });
  nb::dict arrays;
  for (const NamedArray& array : container.arrays)
    arrays[array.name.c_str()] = view_of(array, file);
  return nb::make_tuple(nb::bytes(container.text.data(), container.text.size()), arrays);
}

}  // namespace

void bind_container(nb::module_& m) {
  m.attr("FORMAT_VERSION") = ContainerLayout::kVersion;
  m.def("container_head", &head_bytes, nb::arg("text"), nb::arg("arrays"));
  m.def("read_container", &read_bytes, nb::arg("file"));
}

}  // namespace spinney
