"""`release` for two platforms: links, archives in two formats, checksums, notes, and a folder to publish to."""
from __future__ import annotations

from pathlib import Path

import greeter
import state
from scenario import Scenario


class Release(Scenario):
    """All steps on one machine."""

    name = "release"

    def prepare(self, folder: Path) -> None:
        greeter.prepare(folder)

    def directory(self, folder: Path) -> Path:
        return folder / "greeter"

    def command(self) -> list[str]:
        return ["release", "v1.0.0"]

    def state(self, folder: Path) -> dict[str, str]:
        project = folder / "greeter"
        return state.tree(project) | state.working_tree(project) | state.references(folder / "greeter.git", "remote ")
