"""`publish` of a packed release to a bucket, with a file that goes in parts."""
from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from random import Random

import greeter
import published
import state
from scenario import Scenario
from served import Served
from servers import Administered, Beside

_BUCKET = "releases"
# More than relctl sends at once.
_LARGE = 17 << 20
_SIGNATURE = "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0"
_KEPT = re.compile(r"content-length|content-type|cache-control|x-amz-(meta|checksum)-.*")


class PublishS3(Served, Scenario):
    """Publishes to a bucket that moto serves."""

    name = "publish-s3"

    def serve(self, work: Path) -> Administered:
        return Beside("moto_relay", work, _BUCKET, python=os.environ.get("RELCTL_TEST_PYTHON", sys.executable))

    def prepare(self, folder: Path) -> None:
        address = self.server.addresses["api"]
        place = f'{{ to: "s3", bucket: "{_BUCKET}", endpoint: "{address}", latest: "latest.json" }}'
        large = {"demo/large.bin": Random(1).randbytes(_LARGE)}
        project = published.prepare(folder, place, targets=greeter.TARGETS[:1], formats='["tar.gz"]', binary=large)
        published.release(folder, project)

    def directory(self, folder: Path) -> Path:
        return folder / "greeter"

    def variables(self) -> dict[str, str]:
        return {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": "us-east-1"}

    def command(self) -> list[str]:
        return ["publish", "v1.0.0"]

    def outcome(self, folder: Path) -> dict[str, str]:
        found = state.tree(folder / "greeter")
        listed = self._text("?list-type=2&max-keys=1000")
        for key in re.findall(r"<Key>(.*?)</Key>", listed):
            headers = self.server.heads(f"/{_BUCKET}/{key}", {"authorization": _SIGNATURE, "x-amz-checksum-mode": "ENABLED"})
            found |= {f"bucket {key} {name}": value for name, value in headers.items() if _KEPT.fullmatch(name)}
        for entry in re.findall(r"<ETag>.*?</ETag>", listed):
            found[f"bucket {entry}"] = "there"
        for number, _ in enumerate(re.findall(r"<UploadId>", self._text("?uploads"))):
            found[f"open upload {number}"] = "there"
        return found

    def _text(self, query: str) -> str:
        status, text = self.server.ask("GET", f"/{_BUCKET}{query}", headers={"authorization": _SIGNATURE})
        if status != 200:
            raise RuntimeError(f"{query}: {status} {text.decode(errors='replace')}")
        return text.decode()
