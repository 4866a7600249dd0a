"""Sentences for people, as values: the pure packages say what to say, one function at the edge translates it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

NOTHING: Mapping[str, "Word"] = MappingProxyType({})


def N_(text: str) -> str:  # noqa: N802 - the name that message extraction knows
    """Mark an English template for message extraction; returns it unchanged."""
    return text


@dataclass(frozen=True, slots=True)
class Sentence:
    """One thing to tell a person.

    `code` is stable and for machines ("hand.too_many_points"); `template` is English with {named} fields, marked N_();
    `plural` is its plural form, chosen by the integer in `args["count"]`. An argument may itself be a sentence.
    """

    code: str
    template: str
    args: Mapping[str, "Word"] = field(default_factory=lambda: NOTHING)
    plural: str | None = None

    def __str__(self) -> str:
        """The sentence in English."""
        one = self.plural is None or self.args["count"] == 1
        return (self.template if one else self.plural or "").format(**{k: str(v) for k, v in self.args.items()})

    def __hash__(self) -> int:
        return hash((self.code, self.template, tuple(sorted((k, str(v)) for k, v in self.args.items()))))


Word = str | int | Sentence


def say(code: str, template: str, plural: str | None = None, **args: Word) -> Sentence:
    """A sentence from its parts: say("hand.sum", N_("The sum is {sum}."), sum=61)."""
    return Sentence(code, template, MappingProxyType(args), plural)


class Unreadable(ValueError):
    """Text that cannot be read; `sentence` tells a person what is wrong and what to write instead."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
