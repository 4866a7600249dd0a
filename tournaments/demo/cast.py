"""Who plays in the demo club. All of them are invented; any likeness to a bird is meant."""

from tournaments.models import Shown

CLUB = "Henhouse Demo Club"
PLACE = "The Old Barn"
EVENING = "Barnyard evening"
CUP = "Barnyard cup"

NAMES = (
    "Wren Hatcher",
    "Robin Fernsby",
    "મોર પાંખવાળા",
    "Heron Vale",
    "Zoë Rebhuhn",
    "Plover Quill",
    "मैना पाखरे",
    "Łucja Dzierzba",
    "Dunlin Reed",
    "Siskin Moss",
    "மயில் தோகை",
    "Tamsin O’Rook",
    "Curlew Banks",
    "Jörg Häher",
    "కోడి రెక్కల",
    "Avocet Marsh",
    "Merlin Stone",
    "Ólöf Lóudóttir",
    "ময়না ডিমৰু",
    "Osprey Loch",
    "Niño Gorrión",
    "Pipit Heath",
    "Teal Mallory",
    "Eider St. Clair-Featherstone",
    "Rook Ashby",
    "Lark Morning",
    "Finch Goldie",
    "Kestrel Hale",
)
SHOWN = {"Heron Vale": Shown.HIDDEN, "Dunlin Reed": Shown.INITIALS}
LATE = "Finch Goldie"
"""Comes when the first round is half played."""
NEVER_CAME = "Kestrel Hale"
WENT_HOME = "Rook Ashby"
"""Withdraws after the first round."""
FINED = "Jörg Häher"

DESK = "Hazel Coop"
KEEPER = "Rusty Perch"
"""Who typed and who ran the desk, in the history; no accounts."""
