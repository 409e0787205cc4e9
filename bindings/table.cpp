// Tables on arrays of Python.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "base/error.h"
#include "common.h"

namespace spinney {
namespace {

using AnyArray = nb::ndarray<nb::ro, nb::device::cpu>;
using Levels = std::optional<std::vector<std::uint32_t>>;

CellType cell_type(const nb::dlpack::dtype& type) {
  const auto code = static_cast<nb::dlpack::dtype_code>(type.code);
  if (code == nb::dlpack::dtype_code::Bool) return CellType::u8;
  if (code == nb::dlpack::dtype_code::Float && type.bits == 32) return CellType::f32;
  if (code == nb::dlpack::dtype_code::Float && type.bits == 64) return CellType::f64;
  const bool is_signed = code == nb::dlpack::dtype_code::Int;
  if (is_signed || code == nb::dlpack::dtype_code::UInt) {
    switch (type.bits) {
      case 8: return is_signed ? CellType::i8 : CellType::u8;
      case 16: return is_signed ? CellType::i16 : CellType::u16;
      case 32: return is_signed ? CellType::i32 : CellType::u32;
      case 64: return is_signed ? CellType::i64 : CellType::u64;
    }
  }
  throw InvalidArgument("an array has a type that the core cannot read");
}

std::ptrdiff_t item_size(const AnyArray& a) {
  return static_cast<std::ptrdiff_t>(a.dtype().bits / 8);
}

std::uint32_t levels_of(const Levels& levels, std::size_t j, std::size_t n_columns) {
  if (!levels) return 0;
  require(levels->size() == n_columns, "levels must have an entry per column");
  return (*levels)[j];
}

PyTable from_matrix(const AnyArray& x, const Levels& levels) {
  require(x.ndim() == 2, "a matrix has two dimensions");
  PyTable t;
  t.table.n_rows = x.shape(0);
  t.table.columns.resize(x.shape(1));
  const auto* data = static_cast<const char*>(x.data());
  for (std::size_t j = 0; j < x.shape(1); ++j) {
    Column& c = t.table.columns[j];
    c.type = cell_type(x.dtype());
    c.data = data + static_cast<std::ptrdiff_t>(j) * x.stride(1) * item_size(x);
    c.stride = x.stride(0) * item_size(x);
    c.levels = levels_of(levels, j, x.shape(1));
  }
  t.owners.push_back(nb::cast(x, nb::rv_policy::reference));
  return t;
}

PyTable from_columns(const std::vector<AnyArray>& columns, std::size_t n_rows,
                     const Levels& levels) {
  PyTable t;
  t.table.n_rows = n_rows;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const AnyArray& a = columns[j];
    require(a.ndim() == 1 && a.shape(0) == n_rows,
            "every column has one dimension and an entry per row");
    Column c;
    c.type = cell_type(a.dtype());
    c.data = static_cast<const char*>(a.data());
    c.stride = a.stride(0) * item_size(a);
    c.levels = levels_of(levels, j, columns.size());
    t.table.columns.push_back(c);
    t.owners.push_back(nb::cast(a, nb::rv_policy::reference));
  }
  return t;
}

void check_rows(const Column& c, std::size_t n_rows) {
  for (std::size_t k = 0; k < c.n_stored; ++k) {
    require(c.stored_row(k) < n_rows, "a row index of the sparse matrix is out of range");
    require(k == 0 || c.stored_row(k - 1) < c.stored_row(k),
            "row indices of the sparse matrix must ascend in each column");
  }
}

PyTable from_csc(const AnyArray& data, const AnyArray& indices, const AnyArray& indptr,
                 std::size_t n_rows, const Levels& levels) {
  require(data.ndim() == 1 && indices.ndim() == 1 && indptr.ndim() == 1 && indptr.shape(0) > 0,
          "a sparse matrix has three arrays of one dimension");
  require(data.shape(0) == indices.shape(0),
          "the sparse matrix has other numbers of values and indices");
  for (const AnyArray* a : {&data, &indices, &indptr})
    require(a->shape(0) < 2 || a->stride(0) == 1, "sparse arrays must be contiguous");
  const CellType index_type = cell_type(indices.dtype()), pointer_type = cell_type(indptr.dtype());
  const auto is_index = [](CellType t) { return t == CellType::i32 || t == CellType::i64; };
  require(is_index(index_type) && is_index(pointer_type), "sparse indices must be int32 or int64");
  const std::size_t n_columns = indptr.shape(0) - 1;
  const auto pointer = [&](std::size_t j) {
    return pointer_type == CellType::i64 ? static_cast<const std::int64_t*>(indptr.data())[j]
                                         : static_cast<const std::int32_t*>(indptr.data())[j];
  };
  PyTable t;
  t.table.n_rows = n_rows;
  for (std::size_t j = 0; j < n_columns; ++j) {
    const std::int64_t begin = pointer(j), end = pointer(j + 1);
    require(0 <= begin && begin <= end && end <= static_cast<std::int64_t>(data.shape(0)),
            "the sparse matrix's column pointers are out of range");
    Column c;
    c.sparse = true;
    c.type = cell_type(data.dtype());
    c.data = static_cast<const char*>(data.data()) + begin * item_size(data);
    c.stride = item_size(data);
    c.wide_indices = index_type == CellType::i64;
    c.indices = static_cast<const char*>(indices.data()) + begin * item_size(indices);
    c.n_stored = static_cast<std::size_t>(end - begin);
    c.levels = levels_of(levels, j, n_columns);
    check_rows(c, n_rows);
    t.table.columns.push_back(c);
  }
  for (const AnyArray* a : {&data, &indices, &indptr})
    t.owners.push_back(nb::cast(*a, nb::rv_policy::reference));
  return t;
}

// The table with other cells in a column: numbers, or the indices of levels.
PyTable with_column(const PyTable& t, std::size_t j, const AnyArray& column) {
  require(j < t.table.columns.size(), "there is no column of this index");
  require(column.ndim() == 1 && column.shape(0) == t.table.n_rows,
          "a column has one dimension and an entry per row");
  PyTable changed{t.table, t.owners, std::nullopt};
  Column c;
  c.type = cell_type(column.dtype());
  c.data = static_cast<const char*>(column.data());
  c.stride = column.stride(0) * item_size(column);
  c.levels = t.table.columns[j].levels;
  changed.table.columns[j] = c;
  changed.owners.push_back(nb::cast(column, nb::rv_policy::reference));
  return changed;
}

}  // namespace

void bind_table(nb::module_& m) {
  nb::class_<PyTable>(m, "Table", "Columns of data, used without a copy.")
      .def_static("from_matrix", &from_matrix, nb::arg("x"), nb::arg("levels") = nb::none())
      .def_static("from_columns", &from_columns, nb::arg("columns"), nb::arg("n_rows"),
                  nb::arg("levels") = nb::none())
      .def_static("from_csc", &from_csc, nb::arg("data"), nb::arg("indices"), nb::arg("indptr"),
                  nb::arg("n_rows"), nb::arg("levels") = nb::none())
      .def_prop_ro("n_rows", [](const PyTable& t) { return t.table.n_rows; })
      .def_prop_ro("n_columns", [](const PyTable& t) { return t.table.columns.size(); })
      .def_prop_ro("levels",
                   [](const PyTable& t) {
                     std::vector<std::uint32_t> levels;
                     for (const Column& c : t.table.columns) levels.push_back(c.levels);
                     return levels;
                   })
      .def(
          "column",
          [](const PyTable& t, std::size_t j) {
            require(j < t.table.columns.size(), "there is no column of this index");
            std::vector<double> cells(t.table.n_rows);
            each_cell(t.table.columns[j], 0, t.table.n_rows,
                      [&](std::size_t i, auto cell) { cells[i] = static_cast<double>(cell); });
            return to_numpy(std::move(cells), {t.table.n_rows});
          },
          nb::arg("j"))
      .def("share_encodings", [](PyTable& t) { t.encodings = std::make_shared<Encodings>(); })
      .def("encoding_counts",
           [](const PyTable& t) {
             require(t.encodings != nullptr, "the table shares no encodings");
             // Another thread may create an encoding and need the GIL meanwhile.
             const EncodingCounts c = run_released([&] { return t.encodings->counts(); });
             return std::tuple{c.n_made, c.n_reused, c.n_bytes};
           })
      .def("with_column", &with_column, nb::arg("j"), nb::arg("column"))
      .def(
          "find_infinite",
          [](PyTable& t, int n_threads) -> std::optional<std::pair<std::size_t, std::size_t>> {
            if (t.is_complete()) return std::nullopt;
            Interrupt interrupt = python_interrupt();
            return run_released([&] { return find_infinite(t.table, n_threads, interrupt); });
          },
          nb::arg("n_threads") = 1)
      .def(
          "absent_counts",
          [](PyTable& t, int n_threads) {
            std::vector<std::int64_t> counts(2 * t.table.columns.size());
            if (!t.is_complete()) {
              Interrupt interrupt = python_interrupt();
              counts =
                  run_released([&] { return count_absent_cells(t.table, n_threads, interrupt); });
            }
            return to_numpy(std::move(counts), {t.table.columns.size(), std::size_t{2}});
          },
          nb::arg("n_threads") = 1);
}

}  // namespace spinney
