"""`publish` of a release that was packed, to a folder."""
from __future__ import annotations

from pathlib import Path

import greeter
import state
import surroundings
from scenario import Scenario


class PublishDirectory(Scenario):
    """Publishes what `dist` holds."""

    name = "publish-directory"

    def prepare(self, folder: Path) -> None:
        project = greeter.prepare(folder)
        surroundings.relctl(folder, project, "release", "v1.0.0", "--skip", "publish")

    def directory(self, folder: Path) -> Path:
        return folder / "greeter"

    def command(self) -> list[str]:
        return ["publish", "v1.0.0"]

    def state(self, folder: Path) -> dict[str, str]:
        return state.tree(folder / "greeter")
