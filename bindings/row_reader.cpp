// Conversion of Python values to the cells of a row.
#include "row_reader.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "base/error.h"

namespace spinney {
namespace {

constexpr long long kExactIntegers = 1LL << 53;

// The length of a list or tuple, and one of its values; also in the stable ABI of Python, which has
// no macros for both kinds.
Py_ssize_t length(PyObject* row) {
  return PyList_Check(row) ? NB_LIST_GET_SIZE(row) : NB_TUPLE_GET_SIZE(row);
}

nb::object value_of(PyObject* row, Py_ssize_t i) {
  return nb::borrow(PyList_Check(row) ? NB_LIST_GET_ITEM(row, i) : NB_TUPLE_GET_ITEM(row, i));
}

// Stores a number; false if it is infinite, or missing and that is rejected.
bool store(double x, const std::optional<double>& missing, double& cell) {
  if (std::isnan(x)) {
    if (missing) cell = *missing;
    return missing.has_value();
  }
  cell = x;
  return !std::isinf(x);
}

// Converts an int of Python; false if float64 cannot represent it.
bool from_int(PyObject* value, double& x) {
  int overflow = 0;
  const long long whole = PyLong_AsLongLongAndOverflow(value, &overflow);
  x = static_cast<double>(whole);
  return overflow == 0 && whole <= kExactIntegers && whole >= -kExactIntegers;
}

// Clears an exception of reading a value, which is then left to the estimator. Passes on those that
// must end the program, such as KeyboardInterrupt.
bool rejected() {
  if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_Exception)) throw nb::python_error();
  PyErr_Clear();
  return false;
}

}  // namespace

RowReader::RowReader(const std::vector<nb::tuple>& features, std::optional<nb::tuple> names)
    : names_(std::move(names)) {
  const auto number = [](nb::handle x) {
    return x.is_none() ? std::nullopt : std::optional(nb::cast<double>(x));
  };
  for (const nb::tuple& f : features) {
    features_.push_back({nb::cast<std::uint32_t>(f[0]), f[1], number(f[2]), number(f[3])});
  }
  require(!names_ || names_->size() == features_.size(), "names must have an entry per feature");
  const nb::module_ numpy = nb::module_::import_("numpy");
  array_type_ = numpy.attr("ndarray");
  // Without timedelta64, which is a signedinteger of numpy.
  number_types_ = nb::make_tuple(numpy.attr("floating"), numpy.attr("unsignedinteger"),
                                 numpy.attr("bool_"), numpy.attr("int8"), numpy.attr("int16"),
                                 numpy.attr("int32"), numpy.attr("int64"), numpy.attr("longlong"));
}

std::vector<std::uint32_t> RowReader::levels() const {
  std::vector<std::uint32_t> levels;
  for (const Feature& feature : features_) levels.push_back(feature.levels);
  return levels;
}

bool RowReader::read(PyObject* row, double* cells) const {
  if (Py_TYPE(row) == reinterpret_cast<PyTypeObject*>(array_type_.ptr()))
    return read_array(row, cells);
  if (PyList_Check(row) || PyTuple_Check(row)) return read_cells(row, cells);
  return PyDict_Check(row) && read_dict(row, cells);
}

// Reading a value may run Python code, and thus other threads, which may change a list or a dict:
// values are held, and the length is checked for each.
bool RowReader::read_cells(PyObject* row, double* cells) const {
  const auto n = static_cast<Py_ssize_t>(features_.size());
  for (Py_ssize_t f = 0; f < n; ++f) {
    if (length(row) != n) return false;
    const nb::object value = value_of(row, f);
    const auto i = static_cast<std::size_t>(f);
    if (!read_cell(features_[i], value.ptr(), cells[i])) return false;
  }
  return length(row) == n;
}

// Absent keys are missing values; other keys than names of features are not read.
bool RowReader::read_dict(PyObject* row, double* cells) const {
  if (!names_) return false;
  Py_ssize_t n_found = 0;
  for (std::size_t f = 0; f < features_.size(); ++f) {
    PyObject* found = PyDict_GetItemWithError(row, (*names_)[f].ptr());
    if (!found && PyErr_Occurred()) return rejected();
    n_found += found != nullptr;
    const nb::object value = nb::borrow(found ? found : Py_None);
    if (!read_cell(features_[f], value.ptr(), cells[f])) return false;
  }
  return n_found == NB_DICT_GET_SIZE(row);
}

template <class T>
bool RowReader::read_numbers(const Py_buffer& view, double* cells) const {
  const auto* data = static_cast<const char*>(view.buf);
  for (std::size_t f = 0; f < features_.size(); ++f) {
    T value;
    std::memcpy(&value, data + static_cast<Py_ssize_t>(f) * view.strides[0], sizeof value);
    if constexpr (std::is_integral_v<T> && sizeof(T) == 8)
      if (std::cmp_greater(value, kExactIntegers) || std::cmp_less(value, -kExactIntegers))
        return false;
    const auto x = static_cast<double>(value);
    if (features_[f].lookup.is_none()) {
      if (!store(x, features_[f].missing, cells[f])) return false;
    } else if (!read_cell(features_[f], nb::float_(x).ptr(), cells[f])) {
      return false;
    }
  }
  return true;
}

bool RowReader::read_array(PyObject* row, double* cells) const {
  const Buffer buffer(row, PyBUF_STRIDED_RO | PyBUF_FORMAT);
  const Py_buffer& view = buffer.view;
  if (!view.obj || view.ndim != 1 || view.shape[0] != static_cast<Py_ssize_t>(features_.size()))
    return false;
  if (!view.format || view.format[1] != '\0') return false;
  switch (view.format[0]) {
    case 'd': return read_numbers<double>(view, cells);
    case 'f': return read_numbers<float>(view, cells);
    case 'l': return read_numbers<long>(view, cells);
    case 'q': return read_numbers<long long>(view, cells);
    case 'i': return read_numbers<int>(view, cells);
    case 'h': return read_numbers<short>(view, cells);
    case 'b': return read_numbers<signed char>(view, cells);
    case 'L': return read_numbers<unsigned long>(view, cells);
    case 'Q': return read_numbers<unsigned long long>(view, cells);
    case 'I': return read_numbers<unsigned int>(view, cells);
    case 'H': return read_numbers<unsigned short>(view, cells);
    case 'B': return read_numbers<unsigned char>(view, cells);
    case '?': return read_numbers<bool>(view, cells);
    default: return false;
  }
}

bool RowReader::is_numpy_number(PyObject* value) const {
  const int found = PyObject_IsInstance(value, number_types_.ptr());
  return found < 0 ? rejected() : found == 1;
}

bool RowReader::read_cell(const Feature& feature, PyObject* value, double& cell) const {
  if (feature.lookup.is_none()) return read_number(feature, value, cell);
  if (PyDict_Check(feature.lookup.ptr())) return read_category(feature, value, cell);
  return read_by_function(feature, value, cell);
}

bool RowReader::read_number(const Feature& feature, PyObject* value, double& cell) const {
  double x = std::numeric_limits<double>::quiet_NaN();
  if (PyFloat_Check(value)) {
    x = PyFloat_AsDouble(value);
  } else if (PyLong_Check(value)) {
    if (!from_int(value, x)) return false;
  } else if (value != Py_None) {
    if (!is_numpy_number(value)) return false;
    x = PyFloat_AsDouble(value);
    if (PyErr_Occurred()) return rejected();
    if (std::abs(x) >= kExactIntegers) return false;  // may be rounded
  }
  return store(x, feature.missing, cell);
}

bool RowReader::read_category(const Feature& feature, PyObject* value, double& cell) const {
  const bool is_float = PyFloat_Check(value), is_text = PyUnicode_Check(value);
  if (value == Py_None || (is_float && std::isnan(PyFloat_AsDouble(value))))
    return store(std::numeric_limits<double>::quiet_NaN(), feature.missing, cell);
  if (!is_float && !is_text && !PyLong_Check(value) && !is_numpy_number(value)) return false;
  PyObject* found = PyDict_GetItemWithError(feature.lookup.ptr(), value);
  if (found) {
    cell = PyFloat_AsDouble(found);
    return true;
  }
  if (PyErr_Occurred()) return rejected();
  if (is_text && feature.unknown) cell = *feature.unknown;
  return is_text && feature.unknown;
}

bool RowReader::read_by_function(const Feature& feature, PyObject* value, double& cell) const {
  const nb::object found =
      nb::steal(PyObject_CallFunctionObjArgs(feature.lookup.ptr(), value, nullptr));
  if (!found || !PyFloat_Check(found.ptr())) return rejected();
  return store(PyFloat_AsDouble(found.ptr()), feature.missing, cell);
}

}  // namespace spinney
