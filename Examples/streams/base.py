#!/usr/bin/env python3
"""Writes the image that the `-notebook` variant of this project's image stands on, as an OCI image layout.

    python3 base.py FOLDER

A stand-in for a distribution's base image, made here so that the example needs no network: who the users are, what the
system calls itself, where the time zones would be, and a folder to work in. Two layers, for amd64 and arm64; the same
bytes whatever the folder and the hour.
"""

import gzip
import hashlib
import io
import json
import pathlib
import sys
import tarfile

SYSTEM = {
    "etc/os-release": 'ID=streams-base\nNAME="Streams base"\nVERSION_ID=1\nPRETTY_NAME="Streams base 1"\n',
    "etc/passwd": "root:x:0:0:root:/root:/sbin/nologin\nanalyst:x:1000:1000:analyst:/work:/sbin/nologin\n",
    "etc/group": "root:x:0:\nanalyst:x:1000:\n",
}
WORK = {"work/README": "Mount your streams here.\n"}
PLATFORMS = [{"os": "linux", "architecture": "amd64"}, {"os": "linux", "architecture": "arm64"}]
EPOCH = "1970-01-01T00:00:00Z"
TYPE = "application/vnd.oci.image."


def layer(files: dict[str, str]) -> bytes:
    """A tar archive of files and the folders that they lie in."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        folders = sorted({str(parent) for name in files for parent in pathlib.PurePosixPath(name).parents} - {"."})
        for name in folders:
            member = tarfile.TarInfo(name)
            member.type, member.mode = tarfile.DIRTYPE, 0o755
            archive.addfile(member)
        for name, text in sorted(files.items()):
            member = tarfile.TarInfo(name)
            member.size, member.mode = len(text.encode()), 0o644
            archive.addfile(member, io.BytesIO(text.encode()))
    return stream.getvalue()


class Layout:
    """An OCI image layout (https://github.com/opencontainers/image-spec, version 1.1)."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        (folder / "blobs" / "sha256").mkdir(parents=True, exist_ok=True)

    def blob(self, media_type: str, content: bytes, **more: object) -> dict:
        digest = hashlib.sha256(content).hexdigest()
        (self.folder / "blobs" / "sha256" / digest).write_bytes(content)
        return {"mediaType": media_type, "digest": f"sha256:{digest}", "size": len(content), **more}

    def document(self, media_type: str, value: dict, **more: object) -> dict:
        return self.blob(media_type, json.dumps(value, sort_keys=True).encode(), **more)


def write(folder: pathlib.Path) -> None:
    layout = Layout(folder)
    archives = [layer(SYSTEM), layer(WORK)]
    layers = [layout.blob(f"{TYPE}layer.v1.tar+gzip", gzip.compress(archive, mtime=0)) for archive in archives]
    manifests = []
    for platform in PLATFORMS:
        configuration = layout.document(f"{TYPE}config.v1+json", {
            **platform, "created": EPOCH,
            "config": {"User": "1000:1000", "WorkingDir": "/work", "Env": ["PATH=/usr/local/bin:/usr/bin:/bin"]},
            "rootfs": {
                "type": "layers",
                "diff_ids": [f"sha256:{hashlib.sha256(archive).hexdigest()}" for archive in archives],
            },
            "history": [
                {"created": EPOCH, "created_by": "the system's files"},
                {"created": EPOCH, "created_by": "a folder to work in"},
                {"created": EPOCH, "created_by": "who runs what", "empty_layer": True},
            ],
        })
        manifests.append(layout.document(
            f"{TYPE}manifest.v1+json",
            {"schemaVersion": 2, "mediaType": f"{TYPE}manifest.v1+json", "config": configuration, "layers": layers},
            platform=platform,
        ))
    index = {"schemaVersion": 2, "mediaType": f"{TYPE}index.v1+json", "manifests": manifests}
    entry = layout.document(
        f"{TYPE}index.v1+json", index, annotations={"org.opencontainers.image.ref.name": "1"}
    )
    (folder / "oci-layout").write_text('{"imageLayoutVersion": "1.0.0"}\n')
    (folder / "index.json").write_text(json.dumps({**index, "manifests": [entry]}) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    write(pathlib.Path(sys.argv[1]))
