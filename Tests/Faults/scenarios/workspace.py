"""`workspace release` of three repositories that need one another."""
from __future__ import annotations

import json
from pathlib import Path

import state
import surroundings
from scenario import Scenario

_REPOSITORIES = {
    "core": {"Cargo.toml": '[package]\nname = "core"\nversion = "1.0.0"\n'},
    "sdk": {"package.json": '{"name": "sdk", "version": "1.0.0"}\n', "pin.txt": "CORE=1.0.0\n"},
    "server": {"VERSION": "1.0.0\n", "pin.txt": "SDK=1.0.0\n"},
}


def _pin(key: str, repository: str) -> list[dict[str, str]]:
    return [{"file": "pin.txt", "pattern": f"{key}=(.+)", "value": "{{version}}", "of": repository}]


class Workspace(Scenario):
    """Releases 1.1.0 in all three, with their pins changed."""

    name = "workspace"

    def prepare(self, folder: Path) -> None:
        for name, files in _REPOSITORIES.items():
            project = surroundings.repository(folder, name, files)
            surroundings.git(project, "tag", "--annotate", "--message", "v1.0.0", "v1.0.0")
            # The dates differ because git packs by date: a killed fetch can leave the tip without the commit below it.
            surroundings.write(project, {"y": "y\n"})
            surroundings.git(project, "add", "--all")
            surroundings.git(project, "commit", "--quiet", "--message", "feat: go on", date="2026-02-12T12:00:00+00:00")
            surroundings.git(project, "push", "--quiet", "origin", "main", "v1.0.0")
        workspace = {
            "name": "train",
            "author": {"name": "Ada Example", "email": "ada@example.org"},
            "repositories": {
                "core": {"url": "core.git"},
                "sdk": {"url": "sdk.git", "needs": ["core"], "edits": _pin("CORE", "core")},
                "server": {"url": "server.git", "needs": ["sdk"], "edits": _pin("SDK", "sdk")},
            },
        }
        surroundings.write(folder, {"relctl-workspace.json": json.dumps(workspace)})

    def command(self) -> list[str]:
        return ["workspace", "release", "1.1.0", "--yes"]

    def state(self, folder: Path) -> dict[str, str]:
        found = {}
        for name in _REPOSITORIES:
            found |= state.references(folder / f"{name}.git", f"{name} ")
            found |= state.tree(folder / name, prefix=f"{name}/")
        return found
