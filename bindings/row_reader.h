// Reads a row from a list, tuple, dict or array of Python.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace nb = nanobind;

namespace spinney {

// The buffer of an array, released at the end of its scope. `view.buf` is null if there is none.
struct Buffer {
  Py_buffer view{};
  Buffer(PyObject* array, int flags) {
    if (PyObject_GetBuffer(array, &view, flags) != 0) PyErr_Clear();
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() {
    if (view.obj) PyBuffer_Release(&view);
  }
};

class RowReader {
 public:
  // A feature is (levels, lookup, missing, unknown). `levels`: the number of categories, 0 for
  // numbers. `lookup`: a dict from categories to cells, a function from a value to a number, or
  // None for numbers. `missing` and `unknown` are cells, or None to reject such a value.
  RowReader(const std::vector<nb::tuple>& features, std::optional<nb::tuple> names);

  std::vector<std::uint32_t> levels() const;

  // Returns false unless every value is a plain one of the expected type. Throws only exceptions
  // that must end the program, such as KeyboardInterrupt.
  bool read(PyObject* row, double* cells) const;

 private:
  struct Feature {
    std::uint32_t levels;
    nb::object lookup;
    std::optional<double> missing, unknown;
  };

  bool read_cells(PyObject* row, double* cells) const;
  bool read_dict(PyObject* row, double* cells) const;
  bool read_array(PyObject* row, double* cells) const;
  template <class T>
  bool read_numbers(const Py_buffer& view, double* cells) const;
  bool is_numpy_number(PyObject* value) const;
  bool read_cell(const Feature& feature, PyObject* value, double& cell) const;
  bool read_number(const Feature& feature, PyObject* value, double& cell) const;
  bool read_category(const Feature& feature, PyObject* value, double& cell) const;
  bool read_by_function(const Feature& feature, PyObject* value, double& cell) const;

  std::vector<Feature> features_;
  std::optional<nb::tuple> names_;
  nb::object array_type_, number_types_;  // of numpy
};

}  // namespace spinney
