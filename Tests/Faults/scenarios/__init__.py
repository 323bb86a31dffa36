"""The scenarios: each module of this package defines one subclass of `Scenario`."""
from __future__ import annotations

import importlib
import pkgutil

from scenario import Scenario


def known() -> dict[str, Scenario]:
    """Returns an instance of every scenario, by name."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    return {kind.name: kind() for kind in sorted(Scenario.__subclasses__(), key=lambda kind: kind.name)}
