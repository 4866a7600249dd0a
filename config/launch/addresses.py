"""Where Henhouse can be reached: this machine's addresses in the hall's network, and whether a port is free."""

import errno
import fcntl
import socket
import struct
import sys

from config.launch.wishes import CannotStart, Wishes

# The number of the question "which address has this interface?" differs between the systems.
ADDRESS_OF_INTERFACE = 0xC0206921 if sys.platform == "darwin" else 0x8915
TRIES = 50


def hall_addresses() -> list[str]:
    """The IPv4 addresses of this machine that others can reach, in the order of its interfaces."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _number, name in socket.if_nameindex():
            question = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(asking.fileno(), ADDRESS_OF_INTERFACE, question)
            except OSError:
                continue  # an interface without an IPv4 address
            found.append(socket.inet_ntoa(answer[20:24]))
    return [address for address in dict.fromkeys(found) if not address.startswith("127.")]


def allowed_hosts(addresses: list[str]) -> str:
    """The value of HENHOUSE_HOSTS that lets the hall in."""
    name = socket.gethostname().split(".")[0]
    return ",".join(["localhost", "127.0.0.1", "[::1]", *addresses, name, f"{name}.local"])


def why_not(host: str, port: int) -> str | None:
    """Why this port cannot be had: "taken", "forbidden" or what the system says; None where it is free."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as knocking:
        knocking.settimeout(1)
        if knocking.connect_ex(("127.0.0.1", port)) == 0:
            return "taken"
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trying:
        # else a port that was ours a moment ago looks taken
        trying.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trying.bind((host, port))
        except OSError as error:
            known = {errno.EADDRINUSE: "taken", errno.EACCES: "forbidden"}
            return known.get(error.errno or 0, error.strerror or "unknown")
    return None


def need_port(wishes: Wishes) -> None:
    """Raise CannotStart with a way on where the port cannot be had."""
    reason = why_not(wishes.listens_on, wishes.port)
    if reason is None:
        return
    start = wishes.port + 1 if wishes.port >= 1024 else 8000
    other = next((port for port in range(start, start + TRIES) if why_not(wishes.listens_on, port) is None), None)
    way_on = f"Take another one: make run PORT={other}" if other else "Choose another one with make run PORT=…"
    what = {
        "taken": "is taken by another program on this machine",
        "forbidden": "may only be used by the system's administrator",
    }
    raise CannotStart(f"Port {wishes.port} {what.get(reason, f'cannot be used ({reason})')}. {way_on}")
