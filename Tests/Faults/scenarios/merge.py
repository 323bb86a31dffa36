"""`merge` of what two machines packed."""
from __future__ import annotations

from pathlib import Path

import greeter
import state
import surroundings
from scenario import Scenario


class Merge(Scenario):
    """Joins one shard for each platform."""

    name = "merge"

    def prepare(self, folder: Path) -> None:
        greeter.prepare(folder)
        for target in greeter.TARGETS:
            machine = folder / f"machine-{target}"
            surroundings.git(folder, "clone", "--quiet", "--template=", "greeter.git", machine.name)
            surroundings.relctl(folder, machine, "build", "v1.0.0", "--target", target)
            surroundings.relctl(folder, machine, "package", "v1.0.0", "--target", target)
            (machine / "dist").rename(folder / target)

    def directory(self, folder: Path) -> Path:
        return folder / "greeter"

    def command(self) -> list[str]:
        return ["merge", *(f"../{target}" for target in greeter.TARGETS)]

    def state(self, folder: Path) -> dict[str, str]:
        found = state.tree(folder / "greeter")
        for target in greeter.TARGETS:
            found |= state.tree(folder / target, without=(), prefix=f"{target}/")
        return found
