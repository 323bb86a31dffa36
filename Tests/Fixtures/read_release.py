#!/usr/bin/env python3
"""Reads releases with nothing of relctl's, so that tests can compare what it wrote with what others see.

    read_release.py archive FILE             what is in an archive, by Python's tarfile or zipfile
    read_release.py tree FOLDER              what is in a folder
    read_release.py manifest FILE NAME       what a manifest says is in the archive of this name
    read_release.py check DIST               the manifest against every file beside it; says each difference, and fails
    read_release.py extract FILE FOLDER      unpacks by Python's tarfile or zipfile
    read_release.py digest FILE [PATH]       the SHA-256 of a file, or of one in an archive, read in pieces

Each entry is one JSON line with path, kind, mode, size, sha256 and target, sorted bytewise by path.
"""

import hashlib
import json
import os
import stat
import sys
import tarfile
import zipfile


def entry(path, kind, mode, data=None, target=None):
    line = {"path": path.rstrip("/"), "kind": kind, "mode": mode}
    if kind == "file":
        line |= {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    if kind == "link":
        line["target"] = target
    return line


def tar_entries(name):
    with tarfile.open(name, "r:gz", encoding="utf-8", errors="strict") as archive:
        for member in archive:
            owner = (member.uid, member.gid, member.uname, member.gname)
            if owner != (0, 0, "", ""):
                sys.exit(f"{member.name}: owner {owner}")
            if member.isdir():
                yield entry(member.name, "folder", member.mode)
            elif member.issym():
                yield entry(member.name, "link", 0o777, target=member.linkname)
            elif member.isreg():
                yield entry(member.name, "file", member.mode, archive.extractfile(member).read())
            else:
                sys.exit(f"{member.name}: an unexpected type {member.type}")


def zip_entries(name):
    with zipfile.ZipFile(name) as archive:
        if archive.testzip() is not None:
            sys.exit(f"{name}: {archive.testzip()} is damaged")
        for member in archive.infolist():
            mode = member.external_attr >> 16
            data = archive.read(member)
            if member.is_dir():
                yield entry(member.filename, "folder", stat.S_IMODE(mode))
            elif stat.S_ISLNK(mode):
                yield entry(member.filename, "link", 0o777, target=data.decode())
            else:
                yield entry(member.filename, "file", stat.S_IMODE(mode), data)


def archive_entries(name):
    return zip_entries(name) if name.endswith(".zip") else tar_entries(name)


def tree_entries(folder):
    for parent, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(parent, name)
            status = os.lstat(path)
            relative = os.path.relpath(path, folder)
            if stat.S_ISLNK(status.st_mode):
                yield entry(relative, "link", 0o777, target=os.readlink(path))
            elif stat.S_ISDIR(status.st_mode):
                yield entry(relative, "folder", stat.S_IMODE(status.st_mode))
            else:
                with open(path, "rb") as file:
                    yield entry(relative, "file", stat.S_IMODE(status.st_mode), file.read())


def manifest_entries(name, archive):
    with open(name, encoding="utf-8") as file:
        artifacts = json.load(file)["artifacts"]
    found = [artifact for artifact in artifacts if artifact["name"] == archive]
    if len(found) != 1:
        sys.exit(f"{archive}: {len(found)} in the manifest")
    return found[0]["contents"]


def sorted_lines(entries):
    return [json.dumps(one, sort_keys=True) for one in sorted(entries, key=lambda one: one["path"].encode())]


def check(dist):
    problems = []
    with open(os.path.join(dist, "manifest.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    names = [artifact["name"] for artifact in manifest["artifacts"]]
    if names != sorted(names, key=str.encode):
        problems.append("the artifacts are not sorted")
    for artifact in manifest["artifacts"]:
        path = os.path.join(dist, artifact["name"])
        with open(path, "rb") as file:
            data = file.read()
        if (len(data), hashlib.sha256(data).hexdigest()) != (artifact["size"], artifact["sha256"]):
            problems.append(f"{artifact['name']}: size or digest differ")
        if artifact["kind"] == "archive":
            seen = sorted_lines(archive_entries(path))
            said = sorted_lines(artifact["contents"])
            problems += [f"{artifact['name']}: only in the archive: {line}" for line in seen if line not in said]
            problems += [f"{artifact['name']}: only in the manifest: {line}" for line in said if line not in seen]
    shipped = {name for name in os.listdir(dist) if name.endswith((".tar.gz", ".zip", ".sha256"))}
    problems += [f"{name}: not in the manifest" for name in sorted(shipped - set(names))]
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


def extract(name, folder):
    if not name.endswith(".zip"):
        with tarfile.open(name, encoding="utf-8") as archive:
            archive.extractall(folder, filter="data")
        return
    # zipfile extracts neither modes nor links, so both are made of what it reads.
    with zipfile.ZipFile(name) as archive:
        for member in archive.infolist():
            mode = member.external_attr >> 16
            path = os.path.join(folder, member.filename)
            if stat.S_ISLNK(mode):
                os.symlink(archive.read(member).decode(), path)
            else:
                archive.extract(member, folder)
                os.chmod(path, stat.S_IMODE(mode))


def digest(name, path=None):
    if path is None:
        file = open(name, "rb")
    elif name.endswith(".zip"):
        file = zipfile.ZipFile(name).open(path)
    else:
        archive = tarfile.open(name, "r|gz", encoding="utf-8")
        file = next(archive.extractfile(member) for member in archive if member.name == path)
    hasher = hashlib.sha256()
    while piece := file.read(1 << 20):
        hasher.update(piece)
    print(hasher.hexdigest())


def main():
    action, *arguments = sys.argv[1:]
    if action == "check":
        check(*arguments)
    elif action == "extract":
        extract(*arguments)
    elif action == "digest":
        digest(*arguments)
    else:
        entries = {"archive": archive_entries, "tree": tree_entries, "manifest": manifest_entries}[action]
        for line in sorted_lines(entries(*arguments)):
            print(line)


main()
