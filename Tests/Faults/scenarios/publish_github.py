"""`publish` of a packed release to GitHub."""
from __future__ import annotations

from pathlib import Path

import published
import state
from scenario import Scenario
from served import Served
from servers import Fake


class PublishGitHub(Served, Scenario):
    """Publishes what `dist` holds as a release of GitHub."""

    name = "publish-github"

    def serve(self, work: Path) -> Fake:
        return Fake("forge", work)

    def begin(self) -> None:
        published.tell(self.server, self.commit)

    def prepare(self, folder: Path) -> None:
        project = published.prepare(folder, f'{{ to: "github", repository: "octo/tool", api: "{self.server.addresses["api"]}" }}')
        self.commit = published.commit(project)
        published.release(folder, project)

    def directory(self, folder: Path) -> Path:
        return folder / "greeter"

    def variables(self) -> dict[str, str]:
        return {"GITHUB_TOKEN": published.TOKEN}

    def command(self) -> list[str]:
        return ["publish", "v1.0.0"]

    def outcome(self, folder: Path) -> dict[str, str]:
        return state.tree(folder / "greeter") | published.forge(self.server)
