#!/usr/bin/env python3
"""Changes one thing in a released tar.gz, and makes every checksum but the manifest's contents fit again.

    repack_release.py DIST ARCHIVE link|mode|content|added|removed
"""

import gzip
import hashlib
import io
import json
import os
import sys
import tarfile


def changed(member, data, change):
    name = os.path.basename(member.name)
    if change == "link" and member.issym():
        member.linkname = "./greet"
    elif change == "mode" and name == "greet":
        member.mode = 0o644
    elif change == "content" and name == "greet":
        data = data.replace(b"hello", b"HELLO")
    elif change == "removed" and name == "current":
        return None
    return data


def repacked(path, change):
    output = io.BytesIO()
    with tarfile.open(path) as old, tarfile.open(fileobj=output, mode="w", format=tarfile.PAX_FORMAT) as new:
        top = old.getmembers()[0].name
        for member in old.getmembers():
            data = changed(member, old.extractfile(member).read() if member.isreg() else b"", change)
            if data is not None:
                new.addfile(member, io.BytesIO(data) if member.isreg() else None)
        if change == "added":
            extra = tarfile.TarInfo(f"{top}/extra")
            extra.size = 1
            new.addfile(extra, io.BytesIO(b"x"))
    return gzip.compress(output.getvalue(), mtime=0)


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)
    return hashlib.sha256(data).hexdigest()


def main(dist, name, change):
    archive = os.path.join(dist, name)
    data = repacked(archive, change)
    digest = write(archive, data)
    sidecar = f"{digest}  {name}\n".encode()
    write(archive + ".sha256", sidecar)
    manifest_path = os.path.join(dist, "manifest.json")
    with open(manifest_path, encoding="utf-8") as file:
        manifest = json.load(file)
    for artifact in manifest["artifacts"]:
        fresh = {name: data, name + ".sha256": sidecar}.get(artifact["name"])
        if fresh is not None:
            artifact["size"], artifact["sha256"] = len(fresh), hashlib.sha256(fresh).hexdigest()
    write(manifest_path, (json.dumps(manifest, indent=2, sort_keys=True) + "\n").encode())
    sums_path = os.path.join(dist, "SHA256SUMS")
    with open(sums_path, encoding="utf-8") as file:
        listed = [line.split("  ", 1)[1].rstrip("\n") for line in file]
    lines = []
    for one in listed:
        with open(os.path.join(dist, one), "rb") as file:
            lines.append(f"{hashlib.sha256(file.read()).hexdigest()}  {one}\n")
    write(sums_path, "".join(lines).encode())


main(*sys.argv[1:])
