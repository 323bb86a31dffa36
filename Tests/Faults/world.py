"""The folder that trials run in: a copy of a starting state, always at the same path."""
from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import disk


class World:
    """A folder that is filled anew from a template for each trial, on a small disk if a fault wants one."""

    def __init__(self, template: Path, folder: Path) -> None:
        self.template, self.folder = template, folder
        self._is_on_disk = False
        for path in (template, folder):
            path.mkdir(parents=True)

    def fill(self, room: int | None = None) -> None:
        """Puts the starting state there; on a disk with room for so many KiB more if a number is given."""
        self.clear()
        if room is not None:
            disk.attach(self.folder)
            self._is_on_disk = True
        subprocess.run(["cp", "-a", "--reflink=auto", f"{self.template}/.", str(self.folder)], check=True)
        if room is not None:
            disk.leave_room(self.folder, room)

    def give_room(self) -> None:
        """Makes the disk large, if there is one."""
        if self._is_on_disk:
            disk.leave_room(self.folder, 1 << 20)

    def clear(self) -> None:
        """Removes all that is there."""
        if self._is_on_disk:
            disk.detach(self.folder)
            self._is_on_disk = False
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(exist_ok=True)

    def space(self) -> int:
        """Returns how many KiB the files take on a tmpfs, which gives each whole pages."""
        sizes = (os.lstat(Path(path, name)).st_size for path, _, names in os.walk(self.folder) for name in names)
        return sum(-(-size // 4096) * 4 for size in sizes)
