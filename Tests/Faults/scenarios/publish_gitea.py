"""`publish` of a packed release to Gitea."""
from __future__ import annotations

from pathlib import Path

import published
import state
from scenario import Scenario
from served import Served
from servers import Fake


class PublishGitea(Served, Scenario):
    """Publishes what `dist` holds as a release of Gitea."""

    name = "publish-gitea"

    def serve(self, work: Path) -> Fake:
        return Fake("forge", work)

    def begin(self) -> None:
        published.tell(self.server, self.commit)

    def prepare(self, folder: Path) -> None:
        project = published.prepare(folder, f'{{ to: "gitea", repository: "octo/tool", api: "{self.server.addresses["api"]}/api/v1" }}')
        self.commit = published.commit(project)
        published.release(folder, project)

    def directory(self, folder: Path) -> Path:
        return folder / "greeter"

    def variables(self) -> dict[str, str]:
        return {"GITEA_TOKEN": published.TOKEN}

    def command(self) -> list[str]:
        return ["publish", "v1.0.0"]

    def outcome(self, folder: Path) -> dict[str, str]:
        return state.tree(folder / "greeter") | published.forge(self.server)
