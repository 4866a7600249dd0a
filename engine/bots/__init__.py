"""Players that are programs. Each module of this package is one bot: its name is the module's, its move `choose`.

A bot is given what its seat may see and its own source of chance, separate from that of the deal, and nothing else. A
new bot is one new module here.
"""

import pkgutil
import random
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Protocol

from engine.moves import Move
from engine.view import View


class Choose(Protocol):
    """How a bot plays: one of the legal moves, from what its seat sees."""

    def __call__(self, view: View, chance: random.Random) -> Move: ...


def _found() -> Mapping[str, Choose]:
    names = [module.name for module in pkgutil.iter_modules(__path__)]
    bots = {name.replace("_", "-"): import_module(f"{__name__}.{name}") for name in names}
    return MappingProxyType({name: bots[name].choose for name in sorted(bots, key=lambda name: bots[name].LEVEL)})


BOTS: Mapping[str, Choose] = _found()
"""Every bot by name, the weakest first."""
