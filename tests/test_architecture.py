"""Architecture rules: layers of includes and imports, lengths of files and functions."""

import ast
import doctest
import inspect
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CORE, BINDINGS, PACKAGE = ROOT / "core", ROOT / "bindings", ROOT / "src" / "spinney"

# Folders and single files that each folder of core/ may include, besides the folders that those
# may include in turn.
LAYERS: dict[str, set[str]] = {
    "base": set(),
    "data": {"base"},
    "criterion": {"base"},
    "loss": {"base"},
    "model": {"base"},
    "split": {"data", "criterion"},
    "grow": {"split", "model"},
    "predict": {"model", "data/table.h"},
    "explain": {"predict"},
    "serialize": {"model"},
    "optimal": {"base"},
    "train": {"grow", "loss", "predict", "optimal"},
}
# The package from the bottom up. A module may import modules of its own part and of earlier layers;
# parts of the same layer do not import each other.
PACKAGE_LAYERS: list[set[str]] = [
    {"_core", "estimators"},
    {"data"},
    {"base"},
    {"pruning", "inspection", "datasets"},
    {"trees"},
    {"boosting", "forests", "adaboost", "blending", "optimal"},
    {"explain"},
    {"plot", "persistence", "export", "serving"},
    {"reporting"},
    {"__init__"},
    {"cli"},
]
PYTHON_HEADERS = re.compile(r"nanobind/|Python\.h$|numpy/")
UNSAFE_MODULES = {"pickle", "cloudpickle", "dill", "marshal", "shelve"}

FILE_LINES, FILE_LINES_AT_MOST = 300, 500
# Files between the two limits, each with the reason for its length.
LONG_FILES: dict[str, str] = {}
FUNCTION_LINES = 60

MACHINE_PATH = re.compile(r"(?<![\w.}/])/(?:work|home|root|Users|opt|mnt)/\w")


def files(*folders: Path, suffixes: tuple[str, ...]) -> list[Path]:
    return sorted(f for folder in folders for f in folder.rglob("*") if f.suffix in suffixes)


def cpp_files(*folders: Path) -> list[Path]:
    return files(*folders, suffixes=(".h", ".hpp", ".cpp"))


def python_files(*folders: Path) -> list[Path]:
    return files(*folders, suffixes=(".py", ".pyi"))


def source_files() -> list[Path]:
    folders = [ROOT / name for name in ("benchmarks", "examples", "tests")]
    return cpp_files(CORE, BINDINGS) + python_files(PACKAGE, *folders)


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def includes(path: Path) -> list[str]:
    return re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', path.read_text(), re.MULTILINE)


def core_includes(path: Path) -> Iterator[Path]:
    """Files of core/ that a file includes, relative to core/ or to its own folder."""
    for target in includes(path):
        found = (folder / target for folder in (CORE, path.parent))
        yield from (file.resolve() for file in found if file.is_file())


def layer(path: Path) -> str:
    return path.relative_to(CORE).parts[0]


def reach(start: str) -> set[str]:
    """Folders and files that a folder of core/ may include, directly or through others."""
    return {start}.union(*(reach(below) if below in LAYERS else {below} for below in LAYERS[start]))


@cache
def syntax_nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text())))


def imports(path: Path) -> Iterator[str]:
    """Absolute names of the modules (or members of modules) that a Python file imports."""
    package = ("spinney", *path.relative_to(PACKAGE).parent.parts)
    for node in syntax_nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            origin = ".".join((*start, *([node.module] if node.module else [])))
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def module_name(path: Path) -> str:
    parts = ("spinney", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_core_is_layered():
    assert {layer(path) for path in cpp_files(CORE)} <= LAYERS.keys()
    wrong = [
        f"{name(path)} includes {name(target)}"
        for path in cpp_files(CORE)
        for target in core_includes(path)
        if not {layer(target), target.relative_to(CORE).as_posix()} & reach(layer(path))
    ]
    assert not wrong


def test_core_includes_have_no_cycle():
    graph = {path: set(core_includes(path)) for path in cpp_files(CORE)}
    TopologicalSorter(graph).prepare()


def test_only_bindings_include_python():
    wrong = [
        f"{name(path)} includes {target}"
        for path in cpp_files(CORE)
        for target in includes(path)
        if PYTHON_HEADERS.search(target) or "bindings" in target
    ]
    assert not wrong
    assert any(PYTHON_HEADERS.search(t) for path in cpp_files(BINDINGS) for t in includes(path))


@cache
def package_graph() -> dict[str, set[str]]:
    """Modules of the package that each module of the package imports."""
    modules = {module_name(path): path for path in python_files(PACKAGE)}
    graph = {}
    for module, path in modules.items():
        found = {i if i in modules else i.rpartition(".")[0] for i in imports(path)}
        graph[module] = (found & modules.keys()) - {module}
    return graph


def package_part(module: str) -> str:
    return module.split(".")[1] if "." in module else "__init__"


def package_layer(module: str) -> int:
    part = package_part(module)
    return next(level for level, parts in enumerate(PACKAGE_LAYERS) if part in parts)


def test_package_is_layered():
    assert {package_part(module) for module in package_graph()} == set().union(*PACKAGE_LAYERS)
    wrong = [
        f"{module} imports {target}"
        for module, targets in package_graph().items()
        for target in targets
        if package_part(target) != package_part(module)
        and package_layer(target) >= package_layer(module)
    ]
    assert not wrong


def test_package_imports_have_no_cycle():
    TopologicalSorter(package_graph()).prepare()


def test_package_runs_no_code_from_files():
    wrong = [
        f"{name(path)} imports {module}"
        for path in python_files(PACKAGE)
        for module in imports(path)
        if module.split(".")[0] in UNSAFE_MODULES
    ]
    assert not wrong


def test_files_are_short():
    lines = {name(path): len(path.read_text().splitlines()) for path in source_files()}
    over = {file for file, n in lines.items() if n > FILE_LINES}
    assert over == LONG_FILES.keys()
    assert {file: lines[file] for file in over if lines[file] > FILE_LINES_AT_MOST} == {}


def test_python_functions_are_short():
    wrong = []
    for path in [path for path in source_files() if path.suffix == ".py"]:
        for node in syntax_nodes(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                first = node.body[0]
                has_doc = ast.get_docstring(node, clean=False) is not None
                doc_lines = first.end_lineno - first.lineno + 1 if has_doc else 0
                length = node.end_lineno - node.lineno + 1 - doc_lines
                if length > FUNCTION_LINES:
                    wrong.append(f"{name(path)}: {node.name} has {length} lines")
    assert not wrong


def test_no_machine_paths():
    texts = source_files() + [f for f in ROOT.iterdir() if f.suffix in (".md", ".toml", ".txt")]
    texts += [ROOT / "Makefile", *(ROOT / "docs").rglob("*.md")]
    wrong = [name(path) for path in texts if MACHINE_PATH.search(path.read_text())]
    assert not wrong


def test_public_names_have_a_working_example():
    import spinney

    members = [getattr(spinney, name) for name in spinney.__all__]
    public = [m for m in members if inspect.isclass(m) or inspect.isfunction(m)]
    assert public
    for member in public:
        assert re.search(r"^\s*Examples\n\s*--------$", member.__doc__ or "", re.MULTILINE), member
        [example] = doctest.DocTestFinder(recurse=False).find(member, member.__name__)
        result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example)
        assert result.attempted > 0, member
        assert result.failed == 0, member
