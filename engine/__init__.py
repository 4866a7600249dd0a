"""The rules of Chicken Foot: tile sets, house rules, and what a reported hand can and cannot be.

Standard library only; no clock, no hidden randomness. Everything public is imported from here.
"""

from engine.words import N_, Sentence, say

__all__ = ["N_", "Sentence", "say"]
