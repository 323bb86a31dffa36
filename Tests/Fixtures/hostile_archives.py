#!/usr/bin/env python3
"""Writes archives that must not be unpacked: hostile_archives.py FOLDER

Each has a SHA256SUMS of its own name beside it, so that nothing but its contents can be held against it.
"""

import hashlib
import io
import os
import stat
import sys
import tarfile
import zipfile


def tar_file(archive, name, data=b"x", **attributes):
    member = tarfile.TarInfo(name)
    member.size = len(data)
    for key, value in attributes.items():
        setattr(member, key, value)
    archive.addfile(member, io.BytesIO(data))


def tar_link(archive, name, target, kind=tarfile.SYMTYPE):
    member = tarfile.TarInfo(name)
    member.type = kind
    member.linkname = target
    archive.addfile(member)


def tar(folder, name, fill):
    with tarfile.open(os.path.join(folder, name + ".tar.gz"), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        tar_file(archive, "top/good")
        fill(archive)


def device(archive):
    member = tarfile.TarInfo("top/device")
    member.type = tarfile.CHRTYPE
    member.devmajor, member.devminor = 1, 3
    archive.addfile(member)


def through_link(archive):
    tar_link(archive, "top/door", "/tmp")
    tar_file(archive, "top/door/evil")


def make_zip(folder, name, fill):
    with zipfile.ZipFile(os.path.join(folder, name + ".zip"), "w") as archive:
        archive.writestr("top/good", "x")
        fill(archive)


def zip_link(archive):
    info = zipfile.ZipInfo("top/link")
    info.create_system = 3
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    archive.writestr(info, "../../etc/passwd")


def bomb(archive):
    """More than the 64 MiB that any archive may unpack to, out of a hundred kilobytes."""
    zeros = bytes(1 << 20)
    info = zipfile.ZipInfo("top/bomb")
    info.compress_type = zipfile.ZIP_DEFLATED
    with archive.open(info, "w") as file:
        for _ in range(100):
            file.write(zeros)


def twice(archive):
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        archive.writestr("top/good", "y")


def main(folder):
    tar(folder, "traversal", lambda archive: tar_file(archive, "top/../../evil"))
    tar(folder, "absolute", lambda archive: tar_file(archive, "/etc/evil"))
    tar(folder, "link-out", lambda archive: tar_link(archive, "top/link", "../../evil"))
    tar(folder, "link-absolute", lambda archive: tar_link(archive, "top/link", "/etc/passwd"))
    tar(folder, "link-dangling", lambda archive: tar_link(archive, "top/link", "nowhere"))
    tar(folder, "link-cycle", lambda archive: (tar_link(archive, "top/a", "b"), tar_link(archive, "top/b", "a")))
    tar(folder, "hard-link-out", lambda archive: tar_link(archive, "top/link", "/etc/passwd", tarfile.LNKTYPE))
    tar(folder, "through-link", through_link)
    tar(folder, "duplicate", lambda archive: tar_file(archive, "top/good", b"y"))
    tar(folder, "device", device)
    make_zip(folder, "zip-traversal", lambda archive: archive.writestr("../evil", "x"))
    make_zip(folder, "zip-absolute", lambda archive: archive.writestr("/etc/evil", "x"))
    make_zip(folder, "zip-link-out", zip_link)
    make_zip(folder, "zip-duplicate", twice)
    make_zip(folder, "zip-bomb", bomb)
    make_zip(folder, "zip-backslash", lambda archive: archive.writestr("top\\..\\..\\evil", "x"))
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        own = path + ".d"
        os.mkdir(own)
        os.rename(path, os.path.join(own, name))
        with open(os.path.join(own, name), "rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        with open(os.path.join(own, "SHA256SUMS"), "w", encoding="utf-8") as file:
            file.write(f"{digest}  {name}\n")


main(sys.argv[1])
