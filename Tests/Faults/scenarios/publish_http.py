"""`publish` of a packed release by PUT."""
from __future__ import annotations

from pathlib import Path

import published
import state
from scenario import Scenario
from served import Served
from servers import Administered, Beside


class PublishHTTP(Served, Scenario):
    """Publishes to a web server that keeps what came of a file that was cut off."""

    name = "publish-http"

    def serve(self, work: Path) -> Administered:
        return Beside("put_server", work)

    def prepare(self, folder: Path) -> None:
        address = self.server.addresses["api"]
        project = published.prepare(folder, f'{{ to: "http", url: "{address}/files/{{{{tag}}}}/{{{{file}}}}" }}')
        published.release(folder, project)

    def directory(self, folder: Path) -> Path:
        return folder / "greeter"

    def command(self) -> list[str]:
        return ["publish", "v1.0.0"]

    def outcome(self, folder: Path) -> dict[str, str]:
        files = self.server.admin("GET", "state")
        return state.tree(folder / "greeter") | {f"server {path}": content for path, content in files.items()}
