"""`image build --push` to a registry."""
from __future__ import annotations

from pathlib import Path

import greeter
import state
import surroundings
from scenario import Scenario
from served import Served
from servers import Fake, registry

_IMAGES = """images: [
    {{ name: "{host}/acme/greeter", files: [{{ files: ["demo/**"], to: "/usr/share/greeter" }}], entrypoint: ["/usr/bin/greeter"] }},
  ],"""


class ImagePush(Served, Scenario):
    """Makes an image for two platforms, and pushes it."""

    name = "image-push"

    def serve(self, work: Path) -> Fake:
        return Fake("registry", work)

    def prepare(self, folder: Path) -> None:
        project = greeter.prepare(folder, more=_IMAGES.format(host=self.server.host))
        surroundings.relctl(folder, project, "release", "v1.0.0", "--skip", "publish", "--skip", "images")

    def directory(self, folder: Path) -> Path:
        return folder / "greeter"

    def command(self) -> list[str]:
        return ["image", "build", "v1.0.0", "--push"]

    def outcome(self, folder: Path) -> dict[str, str]:
        return state.tree(folder / "greeter") | registry(self.server)
