"""Every command writes into a pipe instead of replacing it, and never overwrites an input."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

FIT = ("-t", "dear", "-m", "tree", "--drop", "price", "--cv", "2")
STARTS = {
    "fit houses.csv -t dear -m tree --no-score -o m.bin": b"\x89SPN",
    "tune houses.csv -t dear -m tree --trials 2 -o m.bin": b"\x89SPN",
    "prune m.spinney --leaves 2 -o m.bin": b"\x89SPN",
    "predict m.spinney houses.csv --only -o p.csv": b"predicted_dear\n",
    "predict m.spinney houses.csv -o p.csv.gz": b"\x1f\x8b",
    "predict m.spinney houses.csv -o p.parquet": b"PAR1",
    "predict m.spinney houses.csv -o p.arrow": b"ARROW1",
    "tree m.spinney -o tree.txt": b"",
    "tree m.spinney -o tree.png": b"\x89PNG",
    "tree m.spinney -o tree.pdf": b"%PDF",
    "importance m.spinney -o bars.svg": b"<?xml",
    "compare houses.csv -t dear -m tree --cv 2 --plot bars.png": b"\x89PNG",
    "export m.spinney -o model.c": b"",
}


@pytest.fixture
def model(run, table):
    run("fit", table, *FIT, "-o", "m.spinney", "-q")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
@pytest.mark.parametrize("line", STARTS)
def test_pipes_stay_pipes(run, model, tmp_path, line):
    if any(suffix in line for suffix in (".png", ".pdf", ".svg")):
        pytest.importorskip("matplotlib")
    words = line.split()
    pipe = tmp_path / words[-1]
    os.mkfifo(pipe)
    before = sorted(tmp_path.iterdir())
    with ThreadPoolExecutor(1) as pool:
        received = pool.submit(pipe.read_bytes)
        run(*words, "-q")
        content = received.result(timeout=30)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert content.startswith(STARTS[line])
    assert content
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
@pytest.mark.parametrize("name", ["p.csv", "p.parquet", "p.arrow"])
def test_tables_are_read_from_pipes(run, model, tmp_path, name):
    run("predict", "m.spinney", "houses.csv", "-o", f"file_{name}", "-q")
    os.mkfifo(tmp_path / name)
    with ThreadPoolExecutor(1) as pool:
        sent = pool.submit((tmp_path / name).write_bytes, (tmp_path / f"file_{name}").read_bytes())
        assert run.json("evaluate", "m.spinney", name)["rows"] == 60
        sent.result(timeout=30)


@pytest.mark.parametrize(
    "line",
    [
        "predict m.spinney houses.csv --only -o houses.csv",
        "export m.spinney --format c -o m.spinney",
        "fit houses.csv -t dear -o houses.csv",
    ],
)
def test_inputs_are_not_overwritten(run, model, tmp_path, line):
    words = line.split()
    before = (tmp_path / words[-1]).read_bytes()
    assert f"cannot write {words[-1]}: it is an input" in run.error(*words)
    assert (tmp_path / words[-1]).read_bytes() == before


def test_a_dash_is_standard_output(run, model, tmp_path):
    before = sorted(tmp_path.iterdir())
    assert "int" in run("export", "m.spinney", "-f", "c", "-o", "-").stdout
    assert "all rows" in run("tree", "m.spinney", "-o", "-").stdout
    line = run.error("fit", "houses.csv", "-t", "dear", "-o", "-")
    assert "name a file, or /dev/stdout" in line
    assert sorted(tmp_path.iterdir()) == before


def test_modes_and_links_are_kept(run, model, tmp_path):
    (tmp_path / "p.csv").touch(mode=0o600)
    (tmp_path / "link.csv").symlink_to("p.csv")
    run("predict", "m.spinney", "houses.csv", "-o", "link.csv", "-q")
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "p.csv").read_text().startswith("id,")
    assert stat.S_IMODE((tmp_path / "p.csv").stat().st_mode) == 0o600
