"""Starts MariaDB and PostgreSQL in a temporary directory, where they are installed."""

import atexit
import getpass
import os
import shutil
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path

import pytest

SBIN = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
"""Without sanitizers, under which the servers hang."""


def program(*names):
    """Return the path of the first program that is installed, or skip the test."""
    for name in names:
        found = shutil.which(name, path=SBIN)
        if found is not None:
            return found
    pytest.skip(f"{names[0]} is not installed")


def start(command, connect, directory, **options):
    """Start a server that ends with the tests; return ``connect`` once it accepts connections."""
    log = (directory / "log").open("wb")
    server = subprocess.Popen(command, stdout=log, stderr=log, **options)

    def stop():
        server.kill()
        server.wait()
        shutil.rmtree(directory, ignore_errors=True)

    atexit.register(stop)
    for _ in range(600):
        if server.poll() is not None:
            break
        try:
            connect().close()
        except Exception:
            time.sleep(0.1)
        else:
            return connect
    pytest.fail(f"{command[0]} does not start:\n{(directory / 'log').read_text()[-2000:]}")


def temporary_directory():
    return Path(tempfile.mkdtemp(prefix="spinney-", dir="/tmp" if os.name == "posix" else None))


@cache
def mariadb():
    """Return a function that connects to a new MariaDB server."""
    pymysql = pytest.importorskip("pymysql")
    server, install = program("mariadbd"), program("mariadb-install-db")
    directory = temporary_directory()
    data, socket, user = directory / "data", directory / "socket", getpass.getuser()
    common = ["--no-defaults", f"--datadir={data}", f"--user={user}"]
    subprocess.run(
        [install, *common, "--auth-root-authentication-method=normal", "--skip-test-db"],
        check=True,
        capture_output=True,
        env=ENVIRONMENT,
    )
    command = [server, *common, f"--socket={socket}", "--skip-networking", "--skip-log-bin"]
    command += ["--innodb-flush-log-at-trx-commit=0", f"--pid-file={directory / 'pid'}"]

    def connect():
        return pymysql.connect(unix_socket=str(socket), user="root", autocommit=True)

    return start(command, connect, directory, env=ENVIRONMENT)


@cache
def postgres():
    """Return a function that connects to a new PostgreSQL server."""
    pg8000 = pytest.importorskip("pg8000.dbapi")
    server, initdb = program("postgres"), program("initdb")
    directory = temporary_directory()
    options = {"env": ENVIRONMENT}
    if os.name == "posix" and os.geteuid() == 0:  # PostgreSQL does not run as root.
        options["user"] = "nobody"
        shutil.chown(directory, "nobody")
    data = directory / "data"
    arguments = ["-D", data, "-U", "spinney", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
    subprocess.run([initdb, *arguments], check=True, capture_output=True, **options)
    command = [server, "-D", data, "-k", directory, "-c", "listen_addresses=", "-c", "fsync=off"]

    def connect():
        return pg8000.connect(
            "spinney", unix_sock=str(directory / ".s.PGSQL.5432"), database="postgres"
        )

    return start(list(map(str, command)), connect, directory, cwd=directory, **options)
