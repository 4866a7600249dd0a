"""The launcher, with real processes: it starts, keeps running, and leaves nothing behind."""

import os
import signal
import socket
import sqlite3
import sys
import time
import urllib.request
from functools import partial
from pathlib import Path

import pytest

from config.launch.addresses import hall_addresses
from config.launch.house import Child, House
from config.launch.wishes import CannotStart
from tests.ground.running import (
    Running,
    free_port,
    henhouse,
    process_with,
    processes_of,
    start,
    wait_for,
)

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc"),
    pytest.mark.timeout(180),
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder in which nothing is yet."""
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def is_sound(data: Path) -> bool:
    """Whether the database is whole."""
    database = sqlite3.connect(data / "henhouse.sqlite3")
    try:
        return database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        database.close()


def newest_heartbeat(data: Path) -> str:
    """When a worker last showed that it is alive; empty before the first time."""
    database = sqlite3.connect(data / "henhouse.sqlite3", timeout=20)
    try:
        return str(database.execute("SELECT coalesce(max(at), '') FROM tournaments_heartbeat").fetchone()[0])
    finally:
        database.close()


def left_over(folder: str) -> tuple[dict[int, str], bool]:
    """The processes and the folder that an ended start has left."""
    return processes_of(folder), Path(folder).exists()


def test_it_starts_answers_beats_and_ends_with_ctrl_c(data: Path) -> None:
    with henhouse(data) as running:
        folder = running.folder
        assert running.health() is True
        assert f"http://127.0.0.1:{running.port}/en/enter/" in running.said
        assert Path(folder).stat().st_mode & 0o777 == 0o700
        assert len(f"{folder}/broker") < 60
        wait_for(lambda: newest_heartbeat(data) != "", "a worker's heartbeat")
        running.send(signal.SIGINT)
        assert running.ends() == 0
    assert running.said.rstrip().endswith("Stopping …\nHenhouse has stopped.")
    assert left_over(folder) == ({}, False)
    assert is_sound(data)
    assert {path.stat().st_mode & 0o077 for path in data.iterdir()} == {0}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_it_ends_when_asked_to_and_when_its_window_is_closed(data: Path, number: signal.Signals) -> None:
    with henhouse(data) as running:
        folder = running.folder
        running.send(number)
        assert running.ends() == 0
    assert left_over(folder) == ({}, False)


def test_a_second_start_keeps_the_data_and_does_nothing_again(data: Path) -> None:
    with henhouse(data) as running:
        key = (data / "secret-key").read_text()
        running.send(signal.SIGTERM)
        running.ends()
    collected = (data / "static" / ".collected").stat().st_mtime_ns
    with henhouse(data, running.port) as again:
        assert again.health() is True
        assert (data / "secret-key").read_text() == key
    assert (data / "static" / ".collected").stat().st_mtime_ns == collected
    assert not (data / "copies").exists(), "nothing was migrated"


def test_a_second_copy_is_refused_with_a_way_on(data: Path) -> None:
    with henhouse(data) as running:
        port = free_port()
        second = start(data, port)
        assert second.wait(timeout=30) == 1
        said = (data.parent / f"terminal-{port}").read_text()
        assert f"already running with this data (process {running.process.pid})" in said
        assert f"open http://127.0.0.1:{running.port}/" in said
        assert f"kill {running.process.pid}" in said
        assert running.health() is True


def test_a_port_that_is_taken_is_refused_with_a_free_one(data: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = int(other.getsockname()[1])
        refused = start(data, port)
        assert refused.wait(timeout=30) == 1
    said = (data.parent / f"terminal-{port}").read_text()
    assert f"Port {port} is taken by another program on this machine." in said
    assert "Take another one: make run PORT=" in said


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PORT", "80a", "PORT is '80a': it has to be a number from 1 to 65535, for example PORT=8001."),
        ("HALL", "maybe", "HALL is 'maybe': say HALL=1, or leave it out."),
    ],
)
def test_a_wish_that_cannot_be_read_is_said(data: Path, name: str, value: str, sentence: str) -> None:
    refused = start(data, 8000, **{name: value})
    assert refused.wait(timeout=30) == 1
    assert (data.parent / "terminal-8000").read_text().strip() == sentence


PARTS = {
    "web server": "granian",
    "worker": "celery --app config.celery_app --quiet worker",
    "clock": "celery --app config.celery_app --quiet beat",
    "broker": "valkey-server",
}


def test_what_dies_is_started_again_with_a_sentence(data: Path) -> None:
    with henhouse(data) as running:
        killed = {name: process_with(running.folder, words) for name, words in PARTS.items()}
        for old in killed.values():
            os.kill(old, signal.SIGKILL)
        for name, words in PARTS.items():
            running.says(f"The {name} was ended by SIGKILL. It is started again in 0.5 s")
            wait_for(partial(is_back, running, words, killed[name]), f"the {name} again")
        wait_for(lambda: answers(running), "an answer")
        beats = newest_heartbeat(data)
        wait_for(lambda: newest_heartbeat(data) > beats, "a heartbeat through the new broker")
    assert is_sound(data)


def is_back(running: Running, words: str, old: int) -> bool:
    """Whether another process has taken the place of the killed one."""
    return any(words in command and pid != old for pid, command in processes_of(running.folder).items())


def answers(running: Running) -> bool:
    """Whether the site answers."""
    try:
        return running.health() is True
    except OSError:
        return False


def look_for_a_minute(house: House) -> None:
    """Watch the children as the launcher does."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        house.look()
        time.sleep(0.05)


def test_what_keeps_dying_is_said_and_stops_the_start(tmp_path: Path) -> None:
    said: list[str] = []
    house = House(tmp_path, said.append)
    command = [sys.executable, "-c", "print('no such board'); raise SystemExit(3)"]
    house.add(Child("worker", command, dict(os.environ), tmp_path / "worker.log", patience=1))
    with pytest.raises(CannotStart) as stopped:
        look_for_a_minute(house)
    house.stop()
    log = tmp_path / "worker.log"
    assert said == [
        f"The worker ended with code 3. It is started again in {pause} s; what it said is in {log}"
        for pause in ("0.5", "1", "2", "4")
    ]
    assert str(stopped.value) == (
        "The worker ended with code 3, for the 5th time within a minute, so Henhouse stops. Your data is safe. "
        f"The end of {log}:\n" + "\n".join(["    no such board"] * 5)
    )


def test_a_killed_launcher_leaves_no_orphans(data: Path) -> None:
    with henhouse(data) as running:
        folder = running.folder
        assert len(processes_of(folder)) >= 6
        running.send(signal.SIGKILL)
        running.ends()
        wait_for(lambda: left_over(folder) == ({}, False), "the guard's work", within=15)
    assert is_sound(data)


def test_a_start_clears_what_a_killed_start_and_a_killed_guard_left(data: Path) -> None:
    with henhouse(data) as running:
        folder = running.folder
        # the guard first, stopped before the launcher could make another
        running.send(signal.SIGSTOP)
        os.kill(process_with(folder, "guard.py"), signal.SIGKILL)
        running.send(signal.SIGKILL)
        running.ends()
        assert any("granian" in command for command in processes_of(folder).values())
    with henhouse(data, running.port) as again:
        assert "Cleared what an earlier start, which was killed, had left." in again.said
        assert left_over(folder) == ({}, False)
        assert again.health() is True
    assert is_sound(data)


def test_the_hall_sees_the_address_and_its_code(data: Path) -> None:
    with henhouse(data, HALL="1") as running:
        addresses = hall_addresses()
        lines = [f"For everybody in this network: http://{address}:{running.port}/" for address in addresses]
        assert [line for line in running.said.splitlines() if line.startswith("For everybody")] == lines
        assert running.said.count("█▀▀▀▀▀█") + running.said.count("█ ▄▄▄▄▄ █") >= len(addresses)
        assert ("This machine is in no network." in running.said) == (not addresses)
        for address in addresses:
            with urllib.request.urlopen(f"http://{address}:{running.port}/health", timeout=5) as answer:
                assert answer.status == 200
