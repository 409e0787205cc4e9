"""Pipes, links and leftovers of killed processes when files are saved."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import spinney
from spinney.base.output_files import output_file, temporary_file

from .models import MODELS

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")


@pytest.fixture
def tree():
    return MODELS["DecisionTreeClassifier"]()[0]


def read_pipe(pipe, write):
    """Call ``write`` while another thread reads the pipe; return what was read."""
    with ThreadPoolExecutor(1) as pool:
        received = pool.submit(pipe.read_bytes)
        write()
        return received.result(timeout=30)


def test_saving_into_a_pipe(tree, tmp_path):
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    tree.save(tmp_path / "m")
    for path in (pipe, link):
        assert read_pipe(pipe, lambda path=path: tree.save(path)) == (tmp_path / "m").read_bytes()
        assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert link.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "m", "pipe"]


def test_an_error_writes_nothing_into_a_pipe(tmp_path):
    def fail():
        with output_file(pipe) as file:
            file.write(b"half of it")
            raise KeyError

    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(KeyError):
        fail()  # would block if it opened the pipe, which nobody reads


def test_sockets_and_folders_are_rejected(tree, tmp_path, monkeypatch):
    import socket

    monkeypatch.chdir(tmp_path)  # paths of sockets must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        with pytest.raises(OSError, match="neither a file, a pipe nor a character device"):
            tree.save("socket")
        assert stat.S_ISSOCK(os.stat("socket").st_mode)
    with pytest.raises(IsADirectoryError):
        tree.save(tmp_path)


def test_long_names(tree, tmp_path):
    path = tmp_path / ("m" * 255)
    tree.save(path)
    assert spinney.load(path).text() == tree.text()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everything")
def test_read_only_files_are_not_replaced(tree, tmp_path):
    path = tmp_path / "m"
    path.write_bytes(b"old")
    path.chmod(0o400)
    with pytest.raises(PermissionError):
        tree.save(path)
    assert path.read_bytes() == b"old"


KILLED = """
import os, signal, sys
from spinney.base.output_files import output_file
with output_file(sys.argv[1]) as file:
    file.write(b"half of it")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_leftovers_of_a_killed_process_are_removed(tree, tmp_path):
    path = tmp_path / "m"
    subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    [leftover] = tmp_path.iterdir()
    assert leftover.suffix == ".part"
    other = tmp_path / "notes.part"
    other.touch()
    tree.save(path)
    assert sorted(tmp_path.iterdir()) == [path, other]


def test_temporary_files_of_concurrent_saves_are_kept(tree, tmp_path):
    with temporary_file(tmp_path) as (_, unfinished):
        tree.save(tmp_path / "m")
        assert unfinished.exists()
        unfinished.unlink()


def test_leftover_names_that_are_not_files_are_kept(tree, tmp_path):
    pipe, link = tmp_path / f".spinney-{'0' * 16}.part", tmp_path / f".spinney-{'1' * 16}.part"
    os.mkfifo(pipe)
    link.symlink_to(tmp_path / "m")
    tree.save(tmp_path / "m")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert link.is_symlink()


def test_many_saves_at_once(tree, tmp_path):
    path = tmp_path / "m"
    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(tree.save, path) for _ in range(100)]:
            done.result()
    assert list(tmp_path.iterdir()) == [path]
    assert spinney.load(path).text() == tree.text()
