"""Sentences for people, as values: the pure packages say what to say, one function at the edge translates it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Self

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

    def __reduce__(self) -> tuple[Callable[..., "Sentence"], tuple[str, str, dict[str, "Word"], str | None]]:
        """For pickles and copies, which cannot take a read-only mapping."""
        return _from_parts, (self.code, self.template, dict(self.args), self.plural)


Word = str | int | Sentence


def say(code: str, template: str, plural: str | None = None, **args: Word) -> Sentence:
    """A sentence from its parts: say("hand.sum", N_("The sum is {sum}."), sum=61)."""
    return Sentence(code, template, MappingProxyType(args), plural)


def _from_parts(code: str, template: str, args: Mapping[str, Word], plural: str | None) -> Sentence:
    return Sentence(code, template, MappingProxyType(dict(args)), plural)


class Unreadable(ValueError):
    """Text that cannot be read; `sentence` tells a person what is wrong and what to write instead."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence

    def __reduce__(self) -> tuple[type[Self], tuple[Sentence]]:
        return type(self), (self.sentence,)
