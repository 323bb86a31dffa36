"""The greeter with other publications than a folder, packed; and what the fake forge has to know of it."""
from __future__ import annotations

import os
from pathlib import Path

import greeter
import surroundings
from servers import Fake

TOKEN = "the-token"
_FOLDER = '{ to: "directory", path: "out/{{tag}}" }'
_FORMATS = '["tar.gz", "zip"]'


def prepare(
    folder: Path,
    publications: str,
    more: str = "",
    targets: tuple[str, ...] = greeter.TARGETS,
    formats: str = "",
    binary: dict[str, bytes] | None = None,
) -> Path:
    """Makes the greeter at version 1.0.0 with these publications instead of a folder, and further files."""
    project = greeter.prepare(folder, more=more, targets=targets)
    text = project.joinpath("relctl.json").read_text()
    for old, new in ((_FOLDER, publications), (_FORMATS, formats or _FORMATS)):
        if old not in text:
            raise RuntimeError(f"the greeter has no `{old}`")
        text = text.replace(old, new)
    surroundings.write(project, {"relctl.json": text})
    for name, content in (binary or {}).items():
        project.joinpath(name).write_bytes(content)
    surroundings.git(project, "add", "--all")
    surroundings.git(project, "commit", "--quiet", "--amend", "--no-edit", date="2026-02-12T12:00:00+00:00")
    surroundings.git(project, "tag", "--annotate", "--force", "--message", "v1.0.0", "v1.0.0")
    surroundings.git(project, "push", "--quiet", "--force", "origin", "main", "v1.0.0")
    return project


def release(folder: Path, project: Path, *skipped: str, variables: dict[str, str] | None = None) -> None:
    """Makes the release in `dist` and publishes nothing."""
    surroundings.make_home(folder)
    environment = surroundings.environment(folder) | (variables or {})
    surroundings.run([os.environ["FAULTS_RELCTL"], "release", "v1.0.0", "--skip", "publish", *skipped], project, environment)


def commit(project: Path) -> str:
    """Returns the commit that is released."""
    return surroundings.git(project, "rev-parse", "HEAD")


def tell(server: Fake, commit: str) -> None:
    """Creates the repository `octo/tool`, which has the commit under the tag `v1.0.0`."""
    tokens = [{"token": TOKEN, "push": True, "pull": True}]
    server.admin("POST", "repositories", {"owner": "octo", "name": "tool", "branches": {"main": commit}, "tags": {"v1.0.0": commit}, "tokens": tokens})


def forge(server: Fake) -> dict[str, str]:
    """Returns what the forge has: releases, drafts and packages with their files, and what people without a token saw."""
    found: dict[str, str] = {}
    seen = server.admin("GET", "state")
    for repository in seen["repositories"]:
        found |= _flat(f"forge {repository['repository']}", repository)
    for number, moment in enumerate(seen["history"]):
        # Which request showed it differs from run to run.
        found |= _flat(f"shown {number}", {key: value for key, value in moment.items() if key != "request"})
    return found


def _flat(name: str, value: object) -> dict[str, str]:
    """Returns one entry for each text below a value; ids count what was created before, and are left out."""
    if isinstance(value, dict):
        items = [(str(key), one) for key, one in value.items() if key != "id"]
    elif isinstance(value, list):
        items = [(str(one.get("name", index)) if isinstance(one, dict) else str(index), one) for index, one in enumerate(value)]
        if len({key for key, _ in items}) < len(items):
            items = [(str(index), one) for index, (_, one) in enumerate(items)]
    else:
        return {name: str(value)}
    found: dict[str, str] = {}
    for key, one in items:
        found |= _flat(f"{name} {key}", one)
    return found
