"""`changelog`, which adds the section of a release to CHANGELOG.md."""
from __future__ import annotations

from pathlib import Path

import greeter
import state
import surroundings
from scenario import Scenario

_BEFORE = "# Changelog\n\nWritten by people.\n\n## v0.9.0 (2026-01-01)\n\n* It was there.\n"


class Changelog(Scenario):
    """Adds a section above one that people wrote."""

    name = "changelog"

    def prepare(self, folder: Path) -> None:
        project = greeter.prepare(folder)
        surroundings.write(project, {"CHANGELOG.md": _BEFORE})
        surroundings.git(project, "add", "--all")
        surroundings.git(project, "commit", "--quiet", "--message", "docs: changelog")
        surroundings.git(project, "tag", "--annotate", "--force", "--message", "v1.0.0", "v1.0.0")

    def directory(self, folder: Path) -> Path:
        return folder / "greeter"

    def command(self) -> list[str]:
        return ["changelog", "v1.0.0"]

    def state(self, folder: Path) -> dict[str, str]:
        project = folder / "greeter"
        return state.tree(project) | state.working_tree(project)
