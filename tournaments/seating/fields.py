"""Arithmetic in which the formula works for as many rounds as there are tables: products of fields, and twelve."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, reduce
from itertools import product

Digits = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ring:
    """`size` elements 0 to size-1 with tables for sum and product.

    For two of the first `rows` elements a and b, the differences of a * x and b * x are all different.
    """

    size: int
    rows: int
    plus: tuple[tuple[int, ...], ...]
    times: tuple[tuple[int, ...], ...]


TWELVE = (
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    (0, 9, 6, 2, 1, 10, 4, 8, 7, 11, 3, 5),
    (0, 2, 11, 1, 5, 8, 10, 9, 3, 6, 4, 7),
    (0, 6, 4, 10, 7, 1, 11, 5, 9, 3, 2, 8),
    (0, 7, 3, 8, 2, 9, 5, 10, 11, 4, 6, 1),
)
"""In place of a product for twelve, where the fields of three and four give three rows only: six, found by search among
the 16,512 rows that differ from the first two everywhere. The sum is that of pairs, modulo six and modulo two."""


@cache
def ring(size: int) -> Ring:
    """The product of the fields whose sizes are the prime powers of `size` (1 or more); for 12 something better."""
    if size == 12:
        plus = [[(a // 2 + b // 2) % 6 * 2 + (a + b) % 2 for b in range(12)] for a in range(12)]
        return Ring(12, len(TWELVE), tuple(map(tuple, plus)), TWELVE)
    return reduce(_together, (_field(prime, power) for prime, power in _prime_powers(size)), _field(1, 1))


def _prime_powers(size: int) -> Iterator[tuple[int, int]]:
    prime = 2
    while size > 1:
        power = 0
        while size % prime == 0:
            size //= prime
            power += 1
        if power:
            yield prime, power
        prime += 1


def _together(one: Ring, other: Ring) -> Ring:
    """Pairs of elements, added and multiplied each for itself; the first ones differ in both parts."""
    if one.size == 1:
        return other
    rows = min(one.rows, other.rows)
    pairs = [(k, k) for k in range(rows)]
    pairs += [pair for pair in product(range(one.size), range(other.size)) if pair not in set(pairs)]
    number = {pair: k for k, pair in enumerate(pairs)}
    return Ring(
        len(pairs),
        rows,
        tuple(tuple(number[one.plus[a][c], other.plus[b][d]] for c, d in pairs) for a, b in pairs),
        tuple(tuple(number[one.times[a][c], other.times[b][d]] for c, d in pairs) for a, b in pairs),
    )


def _field(prime: int, power: int) -> Ring:
    """The field of prime ** power elements: polynomials modulo the first irreducible one (the numbers for power 1)."""
    elements = list(product(range(prime), repeat=power))
    number = {digits: k for k, digits in enumerate(elements)}
    modulus = next(digits for digits in elements if _irreducible(digits, prime))
    return Ring(
        len(elements),
        len(elements),
        tuple(tuple(number[_added(a, b, prime)] for b in elements) for a in elements),
        tuple(tuple(number[_multiplied(a, b, modulus, prime)] for b in elements) for a in elements),
    )


def _added(a: Digits, b: Digits, prime: int) -> Digits:
    return tuple((x + y) % prime for x, y in zip(a, b, strict=True))


def _multiplied(a: Digits, b: Digits, modulus: Digits, prime: int) -> Digits:
    """a times b, highest power first, reduced by x^n = -modulus."""
    size = len(modulus)
    result = (0,) * size
    for digit in a:
        top, result = result[0], (*result[1:], 0)
        result = tuple((x - top * y) % prime for x, y in zip(result, modulus, strict=True))
        result = tuple((x + digit * y) % prime for x, y in zip(result, b, strict=True))
    return result


def _irreducible(modulus: Digits, prime: int) -> bool:
    """Whether x^n + modulus has no factor: then no two elements other than 0 multiply to 0."""
    elements = [digits for digits in product(range(prime), repeat=len(modulus)) if any(digits)]
    return all(any(_multiplied(a, b, modulus, prime)) for a in elements for b in elements)
