"""Sentences travel: to other processes and into copies, with all that they say."""

import copy
import pickle

import pytest

from engine import IllegalMove, Sentence, UnreadableTile, say

INNER = say("toe", "one toe", "{count} toes", count=2)
WHOLE = say("foot", "The foot on {double} needs {toes}.", double="5-5", toes=INNER)


@pytest.mark.parametrize("sentence", [INNER, WHOLE])
def test_a_sentence_is_the_same_after_a_journey(sentence: Sentence) -> None:
    for arrived in (pickle.loads(pickle.dumps(sentence)), copy.deepcopy(sentence), copy.copy(sentence)):  # noqa: S301
        assert (arrived, hash(arrived), str(arrived)) == (sentence, hash(sentence), str(sentence))
        with pytest.raises(TypeError):
            arrived.args["double"] = "6-6"  # type: ignore[index]


@pytest.mark.parametrize("kind", [IllegalMove, UnreadableTile])
def test_what_is_raised_keeps_its_sentence(kind: type[IllegalMove | UnreadableTile]) -> None:
    arrived = pickle.loads(pickle.dumps(kind(WHOLE)))  # noqa: S301
    assert (type(arrived), arrived.sentence, str(arrived)) == (kind, WHOLE, str(WHOLE))
