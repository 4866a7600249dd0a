"""What a power round was drawn from, as fields of the file of its draw."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.seating.power_rules import Order, PowerRules, Rematch, Rematches, Standing, TopTable


@dataclass(frozen=True, slots=True)
class PowerDraw:
    """The standings (best first) and the rules; both are public."""

    standings: tuple[Standing, ...]
    rules: PowerRules

    def fields(self) -> dict[str, str | int | list[list[int]]]:
        """Plain values for a file; `power_from` reads them back."""
        rules = self.rules
        return {
            "kind": "power",
            "standings": [[one.entry, one.place, one.score] for one in self.standings],
            "rematch": int(rules.rematch),
            "rematches": rules.rematches.value,
            "never_within": rules.never_within,
            "order": rules.order.value,
            "top_table": rules.top_table.value,
            "strict": int(rules.strict),
            "last_round": int(rules.last_round),
        }


def power_from(fields: Mapping[str, object]) -> PowerDraw | None:
    """Read it back; None for a draw that is not by the standings. Raises ValueError, TypeError or KeyError."""
    if fields.get("kind") != "power":
        return None
    rows = fields["standings"]
    if not isinstance(rows, list):
        raise ValueError("standings")
    rules = PowerRules(
        Rematch(_number(fields, "rematch")),
        Rematches(fields["rematches"]),
        _number(fields, "never_within"),
        Order(fields["order"]),
        TopTable(fields["top_table"]),
        strict=_number(fields, "strict") == 1,
        last_round=_number(fields, "last_round") == 1,
    )
    return PowerDraw(tuple(_standing(row) for row in rows), rules)


def _standing(row: object) -> Standing:
    if not isinstance(row, list) or len(row) != 3 or not all(isinstance(number, int) for number in row):
        raise ValueError("standings")
    return Standing(row[0], row[1], row[2])


def _number(fields: Mapping[str, object], name: str) -> int:
    value = fields[name]
    if not isinstance(value, int):
        raise ValueError(name)
    return value
