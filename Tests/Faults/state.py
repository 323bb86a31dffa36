"""Pieces of a state: what is in folders and in git repositories, as names with digests or texts."""
from __future__ import annotations

import hashlib
import os
import stat
import subprocess
from pathlib import Path

import surroundings

# A record of runs differs from run to run, and `.work` is where a release is made.
RECORDS = ("dist/journal.jsonl", "dist/logs", "dist/.work")


def tree(folder: Path, without: tuple[str, ...] = (".git", *RECORDS), prefix: str = "") -> dict[str, str]:
    """Returns one entry for each file, link and folder below `folder`, with mode and digest."""
    found: dict[str, str] = {}

    def add(directory: Path, path: str) -> None:
        for entry in os.scandir(directory):
            name = path + entry.name
            if name in without:
                continue
            status = entry.stat(follow_symlinks=False)
            mode = f"{stat.S_IMODE(status.st_mode):o}"
            if entry.is_symlink():
                found[prefix + name] = "link to " + os.readlink(entry.path)
            elif entry.is_dir():
                found[prefix + name] = f"folder {mode}"
                add(Path(entry.path), name + "/")
            elif entry.is_file():
                digest = hashlib.sha256(Path(entry.path).read_bytes()).hexdigest()
                found[prefix + name] = f"file {mode} {status.st_size} bytes {digest[:16]}"
            else:
                found[prefix + name] = f"special file {mode}"

    if folder.is_dir():
        add(folder, "")
    return found


def references(repository: Path, prefix: str = "") -> dict[str, str]:
    """Returns the references and HEAD of a repository, whether all objects are there, and the locks left behind."""
    found = {f"{prefix}HEAD": surroundings.git(repository, "rev-parse", "--symbolic-full-name", "HEAD")}
    for line in surroundings.git(repository, "for-each-ref", "--format=%(refname) %(objectname)").splitlines():
        name, _, value = line.partition(" ")
        found[prefix + name] = value
    check = subprocess.run(["git", "fsck", "--connectivity-only", "--no-dangling", "--no-progress"], cwd=repository,
                           env=surroundings.environment(repository), capture_output=True, text=True)
    found[f"{prefix}objects"] = "complete" if check.returncode == 0 else (check.stdout + check.stderr).strip()
    base = repository / ".git" if (repository / ".git").is_dir() else repository
    # git leaves out objects when it looks for locks, and so do we: it removes what a killed git left there itself.
    for path, folders, names in os.walk(base):
        folders[:] = [name for name in folders if name != "objects"]
        for name in names:
            if name.endswith((".lock", ".tmp")):
                found[f"{prefix}leftover {Path(path, name).relative_to(base)}"] = "there"
    return found


def working_tree(project: Path, prefix: str = "") -> dict[str, str]:
    """Returns `references`, the index, what git says differs, and what git is in the middle of."""
    found = references(project, prefix)
    for line in surroundings.git(project, "ls-files", "--stage").splitlines():
        entry, _, path = line.partition("\t")
        found[f"{prefix}index {path}"] = entry
    found[f"{prefix}status"] = surroundings.git(project, "status", "--porcelain", "--branch")
    for name in ("MERGE_HEAD", "REBASE_HEAD", "CHERRY_PICK_HEAD"):
        if (project / ".git" / name).exists():
            found[f"{prefix}{name}"] = "there"
    return found


def differences(seen: dict[str, str], expected: dict[str, str]) -> list[str]:
    """Returns one line for each entry that differs."""
    lines = []
    for name in sorted(seen.keys() | expected.keys()):
        have, want = seen.get(name), expected.get(name)
        if have != want:
            lines.append(f"{name}: {_short(have)}, expected {_short(want)}")
    return lines


def _short(value: str | None) -> str:
    return "missing" if value is None else repr(value)[:300]
