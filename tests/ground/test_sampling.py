"""Long laws are sampled in `make test` and whole in `make check-long`."""

import pytest

from tests.cut import WHOLE


@pytest.mark.long(sample=5)
@pytest.mark.parametrize("number", range(100))
def test_a_long_law_is_sampled_evenly(number: int) -> None:
    assert WHOLE or number in {0, 20, 40, 60, 80}
