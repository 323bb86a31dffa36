"""`release` of the greeter with publication to GitHub."""
from __future__ import annotations

from pathlib import Path

import published
import state
from scenario import Scenario
from served import Served
from servers import Administered, Fake


class ReleaseGitHub(Served, Scenario):
    """All steps on one machine, and a release of GitHub in the end."""

    name = "release-github"

    def serve(self, work: Path) -> Administered:
        return Fake("forge", work)

    def begin(self) -> None:
        published.tell(self.server, self.commit)

    def prepare(self, folder: Path) -> None:
        project = published.prepare(folder, f'{{ to: "github", repository: "octo/tool", api: "{self.server.addresses["api"]}" }}')
        self.commit = published.commit(project)

    def directory(self, folder: Path) -> Path:
        return folder / "greeter"

    def variables(self) -> dict[str, str]:
        return {"GITHUB_TOKEN": published.TOKEN}

    def command(self) -> list[str]:
        return ["release", "v1.0.0"]

    def outcome(self, folder: Path) -> dict[str, str]:
        project = folder / "greeter"
        return state.tree(project) | state.working_tree(project) | published.forge(self.server)
