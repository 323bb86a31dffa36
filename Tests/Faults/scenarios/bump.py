"""`bump --commit --tag` in a repository with four files that say the version."""
from __future__ import annotations

from pathlib import Path

import state
import surroundings
from scenario import Scenario

_FILES = {
    "relctl.json": '{ name: "tool" }\n',
    "Cargo.toml": '# 1.0.0\r\n[package]\r\nname = "tool"\r\nversion = "1.0.0" # 1.0.0\r\n',
    "Cargo.lock": 'version = 4\n\n[[package]]\nname = "tool"\nversion = "1.0.0"\n',
    "package.json": '{\n\t"name": "grüße",\n\t"version": "1.0.0",\n\t"config": { "version": "1.0.0" }\n}',
    "VERSION": "1.0.0\n",
}


class Bump(Scenario):
    """Raises the version from 1.0.0 to 1.1.0, commits and tags."""

    name = "bump"
    refusal = "there is a tag `v1.1.0` already"

    def prepare(self, folder: Path) -> None:
        project = surroundings.repository(folder, "tool", _FILES)
        surroundings.git(project, "tag", "--annotate", "--message", "v1.0.0", "v1.0.0")
        surroundings.git(project, "push", "--quiet", "--set-upstream", "origin", "main", "v1.0.0")

    def directory(self, folder: Path) -> Path:
        return folder / "tool"

    def command(self) -> list[str]:
        return ["bump", "1.1.0", "--commit", "--tag"]

    def state(self, folder: Path) -> dict[str, str]:
        project = folder / "tool"
        return state.tree(project) | state.working_tree(project) | state.references(folder / "tool.git", "remote ")
