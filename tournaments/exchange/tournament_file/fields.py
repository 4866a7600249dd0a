"""What the file is called, and the fields that go out and come in as they are."""

FORMAT = "henhouse-tournament"
VERSION = 1
SETTINGS = [
    "name",
    "place",
    "time_zone",
    "state",
    "rules",
    "plan",
    "sizes",
    "preferred_size",
    "measure",
    "comparison",
    "tie_breaks",
    "imputation",
    "imputed_points",
    "fill_in_counts",
    "hands_asked",
]
STAGE = (
    "number",
    "kind",
    "name",
    "rounds",
    "takes",
    "how_many",
    "carries",
    "bonus",
    "sizes",
    "preferred_size",
    "rematch",
    "snake",
    "top_table",
    "advance",
    "wild_cards",
    "byes",
    "repechage",
    "final_smallest",
    "final_largest",
    "draw",
    "third_place",
    "centres",
    "final_centres",
)
STAGE_MORE = ("advance_by_size", "advance_by_table")
"""Texts of a stage that a file has only where they say something."""
STAGE_LISTS = ("bonus", "sizes", "centres", "final_centres")
ROUND = ("number", "state", "centres", "seed", "moves", "algorithm", "redraws", "hand_changes")
SCORE = ("place", "state", "points", "hands", "zeros", "lowest_other", "rack")
MOST_BYTES = 50 * 1024 * 1024
