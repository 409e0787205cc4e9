"""C export: predictions of the compiled code equal those of the model."""

import ctypes
import re
import shutil
import subprocess

import numpy as np
import pytest

import spinney
from spinney import to_c

from .models import MODELS, as_frame, fitted, predictions, sample

COMPILER = shutil.which("cc") or shutil.which("gcc")
FLAGS = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
LONG_LABELS = ["-Wno-overlength-strings"]
# Compilation takes a while; the C code of these does not differ from that of others.
ALIKE = re.compile("numbers|(multiway|oblique) (majority|category|mean|drop)|unknown (stop|mode)$")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C compiler found")
FLOATS = np.ctypeslib.ndpointer(np.float64, flags="C_CONTIGUOUS")
INTEGERS = np.ctypeslib.ndpointer(np.int32, flags="C_CONTIGUOUS")


class Compiled:
    """The C source of a model, compiled to a library."""

    def __init__(self, model, folder, name="model", **options):
        source, library = folder / f"{name}.c", folder / f"{name}.so"
        source.write_text(to_c(model, name, **options), encoding="ascii")
        command = [COMPILER, *FLAGS, *LONG_LABELS, "-shared", "-fPIC", source, "-o", library, "-lm"]
        subprocess.run(command, check=True)
        found = ctypes.CDLL(str(library))
        sizes = ("features", "values", "outputs")
        self.n_features, self.n_values, self.n_outputs = (
            ctypes.c_int.in_dll(found, f"{name}_n_{size}").value for size in sizes
        )
        self.category = getattr(found, f"{name}_category")
        self.call = getattr(found, f"{name}_predict")
        self.call.argtypes = [FLOATS, FLOATS, INTEGERS]

    def read(self, row, is_category):
        return np.array([self.cell(j, cell, is_category[j]) for j, cell in enumerate(row)])

    def cell(self, j, cell, is_category):
        if cell is None:
            return np.nan
        if not is_category:
            return float(cell)
        whole = isinstance(cell, float) and cell.is_integer()
        return float(self.category(j, str(int(cell) if whole else cell).encode()))

    def predict(self, row):
        values, classes = np.full(self.n_values, -9.0), np.full(self.n_outputs, -9, dtype=np.int32)
        return self.call(row, values, classes), values, classes


def categories_of(model):
    """Which columns are categories."""
    fitted_state = model
    while not hasattr(fitted_state, "schema"):
        fitted_state = next(
            getattr(fitted_state, name)
            for name in ("_model", "ensemble", "estimators")
            if hasattr(fitted_state, name)
        )
        fitted_state = fitted_state[0] if isinstance(fitted_state, list) else fitted_state
    schema = fitted_state.schema
    return [schema.known(j) is not None for j in range(schema.n_features)]


@needs_compiler
@pytest.mark.parametrize("name", [name for name in MODELS if not ALIKE.match(name)])
def test_c_predicts_as_the_model(name, tmp_path):
    model, X = sample(name)
    values, labels = predictions(model, X)
    compiled = Compiled(model, tmp_path)
    is_category = categories_of(model)
    rows = as_frame(X).itertuples(index=False)
    found_rows = [compiled.predict(compiled.read(row, is_category)) for row in rows]
    found = np.array([values for _, values, _ in found_rows])
    assert {code for code, _, _ in found_rows} == {0}
    if isinstance(model, spinney.DecisionTreeClassifier | spinney.DecisionTreeRegressor):
        np.testing.assert_array_equal(found, values)
    np.testing.assert_allclose(found, values, rtol=1e-12, atol=1e-12)
    if labels is not None:
        classes = model.classes_ if isinstance(model.classes_, list) else [model.classes_]
        flat = np.concatenate([np.asarray(known, dtype=object) for known in classes])
        assert [flat[classes].tolist() for _, _, classes in found_rows] == labels.tolist()


@needs_compiler
def test_labels_and_refused_values(tmp_path):
    X = [[1.0, "a"], [2.0, 'é"\\?\n'], [3.0, "a"]]
    tree = spinney.DecisionTreeRegressor(
        categorical_features=[1], missing={0: "error"}, unknown={1: "error"}
    ).fit(X, [1, 2, 3])
    compiled = Compiled(tree, tmp_path, "fish", feature_names=["*/ size", "kind"])
    assert [compiled.category(1, s.encode()) for s in ("a", 'é"\\?\n', "new", "")] == [0, 1, 2, 2]
    assert compiled.predict(np.array([1.0, 0.0]))[:2] == (0, [tree.predict([[1.0, "a"]])[0]])
    assert compiled.predict(np.array([1.0, np.nan]))[0] == 0
    assert compiled.predict(np.array([np.nan, 0.0]))[:2] == (1, [-9.0])
    assert compiled.predict(np.array([1.0, 2.0]))[:2] == (2, [-9.0])


@needs_compiler
def test_time_of_day_of_a_date_is_ignored(tmp_path):
    days = np.arange("2020-01-01", "2020-01-09", dtype="M8[D]")[:, None]
    y = (np.arange(8) > 2) * 1.0
    number = float((days[2, 0] - np.datetime64("1970-01-01")).astype(int))
    tree = spinney.DecisionTreeRegressor().fit(days, y)
    evening = days[2:3] + np.timedelta64(20, "h")
    compiled = Compiled(tree, tmp_path, "days")
    found = [compiled.predict(np.array([number + part]))[1].item() for part in (0, 20 / 24, 1)]
    assert found == [0, tree.predict(evening).item(), 1] == [0, 0, 1]
    times = spinney.DecisionTreeRegressor().fit(days + np.timedelta64(1, "h"), y)
    compiled = Compiled(times, tmp_path, "times")
    expected = times.predict(evening).item()
    assert compiled.predict(np.array([number + 20 / 24]))[1].item() == expected == 1


@needs_compiler
def test_two_models_in_one_program(tmp_path):
    for name in ("one", "two"):
        (tmp_path / f"{name}.c").write_text(to_c(sample("forest")[0], name))
    main = tmp_path / "main.c"
    main.write_text(
        "#include <stdio.h>\n#include <math.h>\n"
        "int one_predict(const double *, double *, int *);\n"
        "int two_predict(const double *, double *, int *);\n"
        "int main(void) { double row[3] = {0.5, 1, NAN}, a[3], b[3]; int k;\n"
        "  if (one_predict(row, a, NULL) || two_predict(row, b, &k)) return 1;\n"
        '  printf("%d %d\\n", a[0] == b[0], k); return 0; }\n'
    )
    program = tmp_path / "main"
    sources = [tmp_path / "one.c", tmp_path / "two.c", main]
    subprocess.run([COMPILER, *FLAGS, *sources, "-O2", "-o", program, "-lm"], check=True)
    found_rows = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    assert re.fullmatch(r"1 [012]\n", found_rows)


def test_wrong_arguments():
    model, _ = fitted(spinney.DecisionTreeClassifier(max_depth=2))
    for name in ("", "2nd", "a b", "x-y", "größe", None):
        with pytest.raises(ValueError, match="name must be a C identifier"):
            to_c(model, name)
    X = np.array([[1], ["1"], ["x"]] * 2, dtype=object)
    tree = spinney.DecisionTreeRegressor(categorical_features=[0]).fit(X, range(6))
    with pytest.raises(ValueError, match=r"column 'x0': some of its labels are the same"):
        to_c(tree)
