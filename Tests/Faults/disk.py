"""Small disks: a tmpfs that is mounted for this process and its children alone."""
from __future__ import annotations

import ctypes
import os
from pathlib import Path

_NEW_MOUNTS, _REMOUNT, _RECURSIVE, _PRIVATE, _DETACH = 0x20000, 32, 16384, 1 << 18, 2


def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _mount(source: str, folder: Path, kind: str, flags: int, options: str) -> None:
    if _library().mount(source.encode(), str(folder).encode(), kind.encode(), flags, options.encode()) != 0:
        raise OSError(ctypes.get_errno(), f"cannot mount on {folder}")


def separate_mounts() -> bool:
    """Gives this process mounts of its own; false if that is not allowed, and then no disk can be made."""
    if _library().unshare(_NEW_MOUNTS) != 0:
        return False
    try:
        _mount("none", Path("/"), "", _RECURSIVE | _PRIVATE, "")
        return True
    except OSError:
        return False


def attach(folder: Path) -> None:
    """Mounts a disk with plenty of room on a folder."""
    _mount("none", folder, "tmpfs", 0, "size=1g,mode=755")


def leave_room(folder: Path, kibibytes: int) -> None:
    """Changes the size of the disk so that there is room for so much more."""
    disk = os.statvfs(folder)
    used = (disk.f_blocks - disk.f_bfree) * disk.f_frsize // 1024
    _mount("none", folder, "tmpfs", _REMOUNT, f"size={used + kibibytes}k")


def detach(folder: Path) -> None:
    """Takes the disk away, with all that is on it."""
    _library().umount2(str(folder).encode(), _DETACH)
