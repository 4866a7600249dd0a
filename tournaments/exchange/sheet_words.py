"""What an import of sheets says about lines of its files: what is wrong with them, and what is only remarkable."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import ngettext

from tournaments.files.sheets import in_file
from tournaments.refusals import Refused, in_words


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence about a line (from 1) of a file; line 0 is the file as a whole."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return in_words(in_file(self.file, self.line, self.text))


class NotImported(Refused):
    """Nothing was taken in; `told` says all that is wrong, by file and line."""

    def __init__(self, told: Sequence[Told]) -> None:
        self.told = tuple(told)
        super().__init__(
            ngettext(
                "Nothing is taken in: one line is wrong.", "Nothing is taken in: {count} lines are wrong.", len(told)
            ).format(count=len(told))
        )


@dataclass(slots=True)
class Notes:
    """Collects faults and remarks about the two files."""

    seating: str
    hands: str
    faults: list[Told] = field(default_factory=list)
    remarks: list[Told] = field(default_factory=list)

    def fault_in_seating(self, line: int, text: str) -> None:
        self.faults.append(Told(self.seating, line, text))

    def fault_in_hands(self, line: int, text: str) -> None:
        self.faults.append(Told(self.hands, line, text))

    def remark_on_seating(self, line: int, text: str) -> None:
        self.remarks.append(Told(self.seating, line, text))

    def remark_on_hands(self, line: int, text: str) -> None:
        self.remarks.append(Told(self.hands, line, text))

    def stop_if_wrong(self, *, since: int = 0) -> None:
        """Raises NotImported with all faults so far where any came after the first `since`."""
        if len(self.faults) > since:
            raise self.refusal()

    def refusal(self) -> NotImported:
        """All faults so far, in the order of the files and lines."""
        return NotImported(sorted(self.faults, key=lambda told: (told.file != self.seating, told.line)))
