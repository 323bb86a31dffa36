"""A `git` that comes first on PATH, and runs the real one, or some of its runs, under strace."""
from __future__ import annotations

import shlex
import shutil
from pathlib import Path

_RUNS = "git-runs"

# The system appends each line in one step. So the number of its line is the number of a run, even if others run too.
_SCRIPT = """#!/bin/sh
echo $$ >>{runs}
run=$(grep -n "^$$\\$" {runs} | tail -n 1)
run=${{run%%:*}}
{choice}
exec {git} "$@"
"""


def _installed(folder: Path, choice: str, variables: dict[str, str]) -> dict[str, str]:
    binaries = folder / "bin"
    binaries.mkdir(exist_ok=True)
    runs = folder / _RUNS
    runs.write_bytes(b"")
    script = binaries / "git"
    script.write_text(_SCRIPT.format(runs=shlex.quote(str(runs)), choice=choice, git=shlex.quote(_git())))
    script.chmod(0o755)
    return variables | {"PATH": f"{binaries}:{variables['PATH']}"}


def _git() -> str:
    found = shutil.which("git")
    if found is None:
        raise FileNotFoundError("cannot find git on PATH")
    return found


def tracing_one(folder: Path, run: int, tracer: list[str], variables: dict[str, str]) -> dict[str, str]:
    """Returns the variables with which the n-th git that is started runs under `tracer`."""
    return _installed(folder, f'[ "$run" != {run} ] || exec {shlex.join([*tracer, _git()])} "$@"', variables)


def tracing_all(tracer: list[str], trace: Path, variables: dict[str, str]) -> dict[str, str]:
    """Returns the variables with which each git runs under `tracer`; its number is appended to the trace's name."""
    words = [shlex.quote(word) + ('"$run"' if word == str(trace) else "") for word in [*tracer, _git()]]
    return _installed(trace.parent, f'exec {" ".join(words)} "$@"', variables)


def count_of_runs(folder: Path) -> int:
    """Returns how many runs of git there were since the shim was installed."""
    return len((folder / _RUNS).read_text().splitlines())
