"""`publish` of a packed release with images, to a registry and to a folder."""
from __future__ import annotations

from pathlib import Path

import published
import state
from scenario import Scenario
from served import Served
from servers import Administered, Fake, registry

_IMAGES = """images: [
    {{ name: "{host}/acme/greeter", files: [{{ files: ["demo/**"], to: "/usr/share/greeter" }}], entrypoint: ["/usr/bin/greeter"] }},
  ],"""


class PublishRegistry(Served, Scenario):
    """Publishes images to a registry, and files to a folder."""

    name = "publish-registry"

    def serve(self, work: Path) -> Administered:
        return Fake("registry", work)

    def prepare(self, folder: Path) -> None:
        places = '{ to: "registry" }, { to: "directory", path: "out/{{tag}}" }'
        project = published.prepare(folder, places, more=_IMAGES.format(host=self.server.host))
        published.release(folder, project)

    def directory(self, folder: Path) -> Path:
        return folder / "greeter"

    def command(self) -> list[str]:
        return ["publish", "v1.0.0"]

    def outcome(self, folder: Path) -> dict[str, str]:
        return state.tree(folder / "greeter") | registry(self.server)
