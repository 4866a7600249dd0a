"""What a command says when it cannot do what was asked: an exception with a sentence for a person."""

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext

from engine import Sentence


class Refused(Exception):
    """A command could not be done; nothing was changed. `sentence` says why and what to do next."""

    def __init__(self, sentence: str | Promise | Sentence) -> None:
        self.sentence = in_words(sentence) if isinstance(sentence, Sentence) else str(sentence)
        super().__init__(self.sentence)


class Stale(Refused):
    """Somebody else changed the same thing first; `sentence` says so and both versions can be shown."""


def in_words(sentence: Sentence) -> str:
    """A sentence of the pure packages in the language of the moment."""
    args = {key: in_words(value) if isinstance(value, Sentence) else value for key, value in sentence.args.items()}
    if sentence.plural is None:
        return gettext(sentence.template).format(**args)
    return ngettext(sentence.template, sentence.plural, int(str(args["count"]))).format(**args)
