"""The names of people: how they are written down, compared, put in order and shortened. No database, no language.

Everything that takes a name from outside (a form, a file, a command line) goes through `tidy` and `fault`, so that the
same person cannot come in twice because of a space or of the way an accent was typed.
"""

import re
import unicodedata
from functools import lru_cache

from engine import N_, Sentence, say

LONGEST_NAME = 80
"""Most characters (code points) that a name may have; the width of its database column too."""

_INVISIBLE = dict.fromkeys(
    [0x00AD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
)
"""Marks nobody sees and nobody means: soft hyphens, zero-width spaces, direction overrides. The two joiners U+200C and
U+200D are not among them: they change how Indic names are written."""

_SAME_SIGN = str.maketrans(
    {
        **dict.fromkeys("’‘‛ʼʻʹ`´′＇", "'"),
        **dict.fromkeys("“”„‟«»″＂", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys(".·", " "),
        **dict.fromkeys("\u200c\u200d"),
    }
)
_SAME_LETTER = str.maketrans(
    {"ł": "l", "đ": "d", "ð": "d", "ø": "o", "ı": "i", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "þ": "th"}
)

_JOINING_VIRAMAS = frozenset("\u094d\u09cd\u0acd\u0b4d\u0c4d\u0ccd\u0d4d")
"""Viramas that bind the next consonant to the one before. The Tamil one binds in few syllables alone."""
_TAMIL_BINDINGS = frozenset({"\u0b95\u0bcd\u0bb7", "\u0bb8\u0bcd\u0bb0", "\u0bb6\u0bcd\u0bb0"})
_ZWJ = "\u200d"


def tidy(name: str) -> str:
    """The name as it is stored: composed letters (NFC), one space between words, nothing invisible. Its case stays."""
    return " ".join(unicodedata.normalize("NFC", name.translate(_INVISIBLE)).split())


def fault(name: str) -> Sentence | None:
    """What keeps a tidied name from being used, or None when it can be used."""
    if not name:
        return say("name.empty", N_("There is no name."))
    if len(name) > LONGEST_NAME:
        return say(
            "name.too_long",
            N_("“{start}…” has {length} characters; a name has at most {most}."),
            start=name[:30],
            length=len(name),
            most=LONGEST_NAME,
        )
    if any(unicodedata.category(sign) in {"Cc", "Cs"} for sign in name):
        return say("name.control_character", N_("The name holds a control character. Type it again."))
    if "\ufffd" in name:
        return say("name.lost_letter", N_("“{name}” lost a letter when it was saved. Type it again."), name=name)
    if not any(sign.isalpha() for sign in name):
        return say("name.no_letter", N_("“{name}” has no letter, so it is no name."), name=name)
    return None


def compare_key(name: str) -> str:
    """What two spellings of one name share: case, accents, kinds of apostrophe and hyphen, dots do not matter.

    Accents are dropped from Latin, Greek and Cyrillic letters alone; in other scripts the marks are vowels, and stay.
    """
    plain = tidy(name).translate(_SAME_SIGN).casefold()
    kept: list[str] = []
    after_alphabet = False
    for sign in unicodedata.normalize("NFKD", plain):
        if unicodedata.category(sign) == "Mn":
            if after_alphabet:
                continue
        else:
            after_alphabet = _is_accented_alphabet(sign)
        kept.append(sign)
    return " ".join("".join(kept).translate(_SAME_LETTER).casefold().split())


def sort_name(name: str) -> str:
    """The name under which a new player is listed: as it is written, until somebody changes it.

    Nothing is turned around by guess: which word is the family name differs from country to country.
    """
    return tidy(name)


def sort_key(name: str) -> tuple[str, str]:
    """Puts names in order: without regard to case and accents, and then by the exact spelling."""
    return compare_key(name), tidy(name)


def initials(name: str) -> str:
    """The first syllable sign of each word, for people who are shown by initials: "J. M.", "મો. ચ.", "क्षि. च."."""
    words = [first for word in tidy(name).split(" ") if (first := first_cluster(_from_first_letter(word)))]
    return " ".join(f"{first}." for first in words) or first_cluster(tidy(name))


def first_cluster(word: str) -> str:
    """The first sign as a reader sees it: a letter with all its marks, an Indic consonant cluster whole."""
    end = 0
    while end < len(word):
        sign = word[end]
        if end and not _continues(word, end, sign):
            break
        end += 1
    return word[:end]


def _continues(word: str, at: int, sign: str) -> bool:
    if unicodedata.category(sign) in {"Mn", "Mc", "Me"} or sign in "\u200c\u200d":
        return True
    if not sign.isalpha():
        return False
    before = word[at - 1] if word[at - 1] != _ZWJ else word[max(at - 2, 0)]
    return before in _JOINING_VIRAMAS or word[max(at - 2, 0) : at + 1] in _TAMIL_BINDINGS


def _from_first_letter(word: str) -> str:
    found = re.search(r"[^\W_]", word)
    return word[found.start() :] if found else ""


@lru_cache(maxsize=4096)
def _is_accented_alphabet(sign: str) -> bool:
    return unicodedata.name(sign, "").startswith(("LATIN ", "GREEK ", "CYRILLIC "))
