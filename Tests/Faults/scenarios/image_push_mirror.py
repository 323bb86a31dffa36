"""`image build --push` on a base image, to two repositories of a registry that wants tokens and keeps no list of referrers."""
from __future__ import annotations

import base64
import json
import shutil
from pathlib import Path

import greeter
import published
import state
import surroundings
from scenario import Scenario
from served import Served
from servers import Administered, Fake, registry

_BASE = 'images: [{ name: "registry.example.org/acme/base", binaries: [], files: [{ files: ["README.md"], to: "/etc" }] }],'
_IMAGES = """images: [
    {{
      names: ["{host}/acme/greeter", "{host}/mirror/greeter"],
      from: "oci:base",
      files: [{{ files: ["demo/**"], to: "/usr/share/greeter" }}],
      entrypoint: ["/usr/bin/greeter"],
    }},
  ],"""


class ImagePushMirror(Served, Scenario):
    """Makes images, and pushes them to places that share blobs."""

    name = "image-push-mirror"

    def serve(self, work: Path) -> Administered:
        return Fake("registry", work)

    def begin(self) -> None:
        self.server.admin("POST", "settings", {"auth": "token", "referrers": False, "needsLastChunk": True})

    def prepare(self, folder: Path) -> None:
        host = self.server.host
        project = published.prepare(folder, '{ to: "registry" }', more=_IMAGES.format(host=host))
        login = base64.b64encode(b"ada:correct horse").decode()
        surroundings.write(folder, {"home/.docker/config.json": json.dumps({"auths": {host: {"auth": login}}})})
        self._make_base(folder, project / "base")
        surroundings.relctl(folder, project, "release", "v1.0.0", "--skip", "publish", "--skip", "images")

    def _make_base(self, folder: Path, layout: Path) -> None:
        scratch = folder / "scratch"
        scratch.mkdir()
        project = greeter.prepare(scratch, more=_BASE)
        for step in (["build"], ["package"], ["image", "build"]):
            surroundings.relctl(scratch, project, *step, "v1.0.0")
        (project / "dist/images").rename(layout)
        shutil.rmtree(scratch)

    def directory(self, folder: Path) -> Path:
        return folder / "greeter"

    def command(self) -> list[str]:
        return ["image", "build", "v1.0.0", "--push"]

    def outcome(self, folder: Path) -> dict[str, str]:
        self.server.admin("POST", "settings", {"auth": "none", "referrers": True})
        found = state.tree(folder / "greeter") | registry(self.server)
        self.begin()
        return found
