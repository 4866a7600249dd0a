"""Starts Henhouse and keeps it running: python -m config.launch (make run)."""

import contextlib
import io
import os
import signal
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import FrameType

import django
import segno
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config.launch import leftovers, parts
from config.launch.addresses import allowed_hosts, hall_addresses, need_port
from config.launch.house import House
from config.launch.wishes import CannotStart, Wishes, read_wishes

READY_WITHIN = 60.0
PAUSE = 0.2
LOOK_AT_NETWORK_EVERY = 10.0


class Asked(BaseException):
    """Somebody pressed Ctrl-C, closed the window, or asked the process to end, before anything was running."""


class Stop:
    """Whether somebody asked for the end. Unwinds at once while nothing is running yet; later it is looked at."""

    def __init__(self) -> None:
        self.asked = False
        self.house: House | None = None
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._signal)

    def _signal(self, _number: int, _frame: FrameType | None) -> None:
        if self.house is None:
            raise Asked
        # a second time: do not wait for anything
        self.house.hurry = self.asked
        self.asked = True


def say(text: str) -> None:
    """Tell the person at the terminal; the window may be closed already."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()


def main() -> int:
    """0 after an orderly end, 1 where it cannot start or cannot go on."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    stop = Stop()
    try:
        launch(stop)
    except CannotStart as reason:
        say(f"\n{reason}")
        return 1
    except Asked:
        pass
    say("Henhouse has stopped.")
    return 0


def launch(stop: Stop) -> None:
    """Take the data folder, prepare it, serve until asked to stop. Raises CannotStart."""
    os.umask(0o077)  # what is written is for its owner alone
    wishes = read_wishes()
    addresses = hall_addresses() if wishes.hall else []
    names_own_hosts = bool(os.environ.get("HENHOUSE_HOSTS"))
    if wishes.hall and not names_own_hosts:
        os.environ["HENHOUSE_HOSTS"] = allowed_hosts(addresses)
    data = data_folder()
    with leftovers.lock(data, wishes):
        if leftovers.clear(data):
            say("Cleared what an earlier start, which was killed, had left.")
        need_port(wishes)
        link = prepare(wishes)
        folder = leftovers.make_folder(data)
        try:
            serve(wishes, folder, data / "log", stop, link, follows_network=wishes.hall and not names_own_hosts)
        finally:
            leftovers.remove_folder(data, folder)


def data_folder() -> Path:
    """The folder with all data, from the settings. Raises CannotStart where a setting cannot be used."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        folder = Path(settings.DATA_DIR)
        django.setup()
    except ImproperlyConfigured as error:
        raise CannotStart(str(error)) from error
    return folder


def prepare(wishes: Wishes) -> str:
    """Database, static files, demo club; the link that lets one person in."""
    from django.db import connections  # noqa: PLC0415 - needs the settings

    from config.launch import prepare as work  # noqa: PLC0415 - its models need Django to be set up

    done = work.prepare_database()
    if done:
        say(done)
    work.collect_static_files()
    if work.fill_demo(empty=wishes.empty):
        say("A demo club was filled in. One button on its page removes it.")
    path = work.way_in()
    connections.close_all()
    return f"{wishes.here.rstrip('/')}{path}"


def serve(wishes: Wishes, folder: Path, logs: Path, stop: Stop, link: str, *, follows_network: bool) -> None:
    """Begin the parts and watch them until somebody asks for the end."""
    logs.mkdir(exist_ok=True)
    house = stop.house = House(folder, say)
    try:
        if not parts.has_own_broker():
            house.add(parts.broker(folder, logs))
        web = parts.web_server(wishes, folder, logs)
        house.add(parts.worker(folder, logs))
        house.add(parts.clock(folder, logs))
        house.add(web)
        wait_until_it_answers(house, stop, wishes)
        if not stop.asked:
            greet(wishes, hall_addresses() if wishes.hall else [], link, logs)
        addresses, looked = hall_addresses(), time.monotonic()
        while not stop.asked:
            house.look()
            time.sleep(PAUSE)
            if follows_network and time.monotonic() - looked > LOOK_AT_NETWORK_EVERY:
                looked = time.monotonic()
                if hall_addresses() != addresses:
                    addresses = hall_addresses()
                    say("The network has changed; this machine has other addresses now.")
                    web.env = {**web.env, "HENHOUSE_HOSTS": allowed_hosts(addresses)}
                    house.restart(web)
                    show_addresses(wishes, addresses)
        say("\nStopping …")
    finally:
        house.stop()


def wait_until_it_answers(house: House, stop: Stop, wishes: Wishes) -> None:
    """Return when the web server answers. Raises CannotStart where it does not within a minute."""
    deadline = time.monotonic() + READY_WITHIN
    while not stop.asked and not answers(f"{wishes.here}health"):
        house.look()
        if time.monotonic() > deadline:
            raise CannotStart(f"The web server has not answered within {READY_WITHIN:.0f} seconds.")
        time.sleep(PAUSE / 2)


def answers(address: str) -> bool:
    """Whether a server answers there, whatever it says."""
    try:
        with urllib.request.urlopen(address, timeout=2):  # noqa: S310 - our own address
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


def greet(wishes: Wishes, addresses: list[str], link: str, logs: Path) -> None:
    """Say where Henhouse is and how to get in."""
    say(f"\nHenhouse {settings.RELEASE} is running. On this machine: {wishes.here}")
    if wishes.hall:
        show_addresses(wishes, addresses)
    say("\nTo sign in, open this link within 15 minutes; it works once (another one: make link):")
    say(f"  {link}")
    say(f"\nData: {settings.DATA_DIR}   Logs: {logs}\nCtrl-C stops everything.\n")


def show_addresses(wishes: Wishes, addresses: list[str]) -> None:
    """Every address in the hall's network, with a code for phones."""
    if not addresses:
        say("This machine is in no network. Connect it to the hall's; its address appears here by itself.")
    for address in addresses:
        url = f"http://{address}:{wishes.port}/"
        code = io.StringIO()
        segno.make(url, micro=False).terminal(code, border=2, compact=True)
        say(f"\nFor everybody in this network: {url}\n{code.getvalue()}")


if __name__ == "__main__":
    sys.exit(main())
