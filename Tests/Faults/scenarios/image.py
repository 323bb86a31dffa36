"""`image build`, which makes an OCI image layout of packed programs."""
from __future__ import annotations

from pathlib import Path

import greeter
import state
import surroundings
from scenario import Scenario

_IMAGES = """images: [
    {
      name: "registry.example.org/acme/greeter",
      files: [{ files: ["demo/**"], to: "/usr/share/greeter" }],
      entrypoint: ["/usr/bin/greeter"],
    },
  ],"""


class Image(Scenario):
    """Makes an image for two platforms."""

    name = "image"

    def prepare(self, folder: Path) -> None:
        project = greeter.prepare(folder, more=_IMAGES)
        surroundings.relctl(folder, project, "build", "v1.0.0")
        surroundings.relctl(folder, project, "package", "v1.0.0")

    def directory(self, folder: Path) -> Path:
        return folder / "greeter"

    def command(self) -> list[str]:
        return ["image", "build", "v1.0.0"]

    def state(self, folder: Path) -> dict[str, str]:
        return state.tree(folder / "greeter")
