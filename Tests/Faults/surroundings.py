"""The environment that relctl, git and the scenarios' own commands run in, and pieces to prepare projects with."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

_DATE = "2026-02-11T12:00:00+00:00"


def environment(folder: Path) -> dict[str, str]:
    """Returns the base environment; all that a run may write is below `folder`."""
    return {
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder / "home/tmp"),
        "XDG_CACHE_HOME": str(folder / "home/cache"),
        "XDG_STATE_HOME": str(folder / "home/state"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_AUTHOR_NAME": "Ada Example",
        "GIT_AUTHOR_EMAIL": "ada@example.org",
        "GIT_AUTHOR_DATE": _DATE,
        "GIT_COMMITTER_NAME": "Ada Example",
        "GIT_COMMITTER_EMAIL": "ada@example.org",
        "GIT_COMMITTER_DATE": _DATE,
        "SOURCE_DATE_EPOCH": "1770811200",
    }


def make_home(folder: Path) -> None:
    """Makes the folders that the base environment names."""
    for name in ("tmp", "cache", "state"):
        (folder / "home" / name).mkdir(parents=True, exist_ok=True)


def write(folder: Path, files: dict[str, str], executable: tuple[str, ...] = ()) -> None:
    """Writes files, and the folders above them."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        path.chmod(0o755 if name in executable else 0o644)


def run(arguments: list[str], directory: Path, variables: dict[str, str]) -> str:
    """Runs a program that must succeed, and returns its standard output."""
    streams = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True}
    done = subprocess.run(arguments, cwd=directory, env=variables, **streams)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(arguments)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def git(directory: Path, *arguments: str, date: str = _DATE) -> str:
    """Runs git in a folder and returns its output without the last newline."""
    own = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date, "GIT_OPTIONAL_LOCKS": "0"}
    command = ["git", "-c", "init.defaultBranch=main", *arguments]
    return run(command, directory, environment(directory) | own).removesuffix("\n")


def relctl(folder: Path, directory: Path, *arguments: str) -> str:
    """Runs relctl, as the harness was given it, to prepare a starting state."""
    make_home(folder)
    return run([os.environ["FAULTS_RELCTL"], *arguments], directory, environment(folder))


def repository(folder: Path, name: str, files: dict[str, str], executable: tuple[str, ...] = ()) -> Path:
    """Makes a repository with one commit on `main`, and the bare `NAME.git` beside it as its remote `origin`."""
    project = folder / name
    git(folder, "init", "--quiet", "--bare", "--template=", f"{name}.git")
    git(folder, "init", "--quiet", "--template=", name)
    git(project, "remote", "add", "origin", f"../{name}.git")
    write(project, files, executable)
    git(project, "add", "--all")
    git(project, "commit", "--quiet", "--message", "feat: begin")
    return project
