"""Set up .venv from the lock, and only when the lock or the Python changed: python3 -I config/install.py GROUP…

Standard library only, and readable by old Pythons, so that those get a sentence rather than a syntax error.
"""

import hashlib
import importlib.util
import os
import subprocess
import sys

try:
    import fcntl
except ImportError:
    sys.exit("Henhouse runs on Linux and macOS. On Windows, install WSL (wsl --install) and run it there.")

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
LOCKS = {"run": "requirements.txt", "test": "requirements-test.txt", "dev": "requirements-dev.txt"}


def stop(sentence: str) -> int:
    """Print what is wrong and what to do; returns the exit code."""
    sys.stderr.write(sentence + "\n")
    return 1


def what_is_missing() -> str:
    """What this machine lacks, as a sentence; empty where nothing is missing."""
    if sys.version_info < (3, 11):
        return (
            f"Henhouse needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}. "
            "Install a newer one and name it: make run PYTHON=python3.12"
        )
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        return (
            "This Python cannot make a virtual environment. On Debian or Ubuntu install what it lacks and try again: "
            f"sudo apt install python3-venv   (or python{version}-venv)"
        )
    return ""


def read(path: str) -> bytes:
    """What a file holds; nothing where there is none."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def write(path: str, text: str) -> None:
    """Keep a short text in a file."""
    with open(path, "w") as file:
        file.write(text)


def make_venv(made_with: str) -> None:
    """A fresh .venv where there is none that works, or where it was made with another Python."""
    mark = os.path.join(VENV, "made-with")
    works = os.path.exists(os.path.join(VENV, "bin", "python"))
    if works and read(mark).decode() == made_with:
        return
    sys.stderr.write("Making .venv …\n")
    subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
    write(mark, made_with)


def install(group: str) -> None:
    """Install one group of the lock, unless exactly this lock is installed."""
    lock = os.path.join(ROOT, LOCKS[group])
    mark = os.path.join(VENV, f"installed-{group}")
    wanted = hashlib.sha256(read(lock)).hexdigest()
    if read(mark).decode() == wanted:
        return
    sys.stderr.write(f"Installing the packages of {LOCKS[group]} …\n")
    pip = [os.path.join(VENV, "bin", "python"), "-m", "pip", "--disable-pip-version-check", "--no-input"]
    subprocess.run([*pip, "install", "--quiet", "--require-hashes", "-r", lock], check=True)
    write(mark, wanted)


def main(groups: "list[str]") -> int:
    """Set up the groups in order; says what is wrong where it cannot."""
    missing = what_is_missing()
    if missing:
        return stop(missing)
    with open(os.path.join(ROOT, LOCKS["run"])) as lock:
        # two at once, say `make run` beside `make test`, would write into each other's half-made packages
        fcntl.flock(lock, fcntl.LOCK_EX)
        return set_up(groups)


def set_up(groups: "list[str]") -> int:
    """As `main`, with nobody else at it."""
    try:
        make_venv(f"{os.path.realpath(sys.executable)} {sys.version}")
        for group in groups:
            install(group)
    except subprocess.CalledProcessError:
        return stop(
            "The packages could not be set up; the lines above say why. The first start needs the internet "
            "(every later one does not). Run the same command again; `make clean` starts over and keeps your data."
        )
    except KeyboardInterrupt:
        return stop("\nStopped. Run the same command again to go on.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
