"""What the documents say about the ground is so."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def test_every_setting_is_in_the_table_for_people() -> None:
    settings = (ROOT / "config" / "settings.py").read_text()
    names = set(re.findall(r'environment\.\w+\(\s*"([A-Z_]+)"', settings))
    table = [line for line in (ROOT / "docs" / "deploy.md").read_text().splitlines() if line.startswith("| `")]
    cells = " ".join(line.split("|")[1] for line in table)
    told = set(re.findall(r"`HENHOUSE_([A-Z_]+)`", cells)) | {
        f"EMAIL{tail}" for tail in re.findall(r"`(_[A-Z]+)`", cells)
    }
    assert told == names


def test_every_local_link_of_the_documents_leads_somewhere() -> None:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    links = [
        (document, target)
        for document in documents
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", document.read_text())
        if "://" not in target
    ]
    assert [f"{document.name}: {target}" for document, target in links if not (document.parent / target).exists()] == []


def test_the_readme_names_commands_that_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z-]+):", makefile, flags=re.MULTILINE))
    named: set[str] = set()
    for name in ("README.md", "CONTRIBUTING.md"):
        named |= set(re.findall(r"(?:^|`)make ([a-z-]+)", (ROOT / name).read_text(), flags=re.MULTILINE))
    assert {"run", "test"} <= named
    assert named - targets == set()


def test_the_lock_names_no_index() -> None:
    for lock in ROOT.glob("requirements*.txt"):
        assert [line for line in lock.read_text().splitlines() if "://" in line or line.startswith("--index")] == []
