"""`distribute`, which writes a formula of Homebrew and a manifest of Scoop."""
from __future__ import annotations

from pathlib import Path

import greeter
import state
import surroundings
from scenario import Scenario

_URL = "https://example.org/{{tag}}/{{artifact}}"
_DISTRIBUTION = f"""distribution: [
    {{ with: "homebrew", tap: "acme/tap", url: "{_URL}" }},
    {{ with: "scoop", bucket: "https://example.org/scoop-bucket", url: "{_URL}" }},
  ],"""


class Distribute(Scenario):
    """Writes the files for both package managers into `dist/distribution`."""

    name = "distribute"

    def prepare(self, folder: Path) -> None:
        project = greeter.prepare(folder, more=_DISTRIBUTION, targets=(*greeter.TARGETS, greeter.WINDOWS))
        surroundings.relctl(folder, project, "build", "v1.0.0")
        surroundings.relctl(folder, project, "package", "v1.0.0")

    def directory(self, folder: Path) -> Path:
        return folder / "greeter"

    def command(self) -> list[str]:
        return ["distribute", "v1.0.0"]

    def state(self, folder: Path) -> dict[str, str]:
        return state.tree(folder / "greeter")
