"""Measures which system calls an uninterrupted run makes."""
from __future__ import annotations

import collections
import re
from pathlib import Path

import errors

# Calls at which processes are killed: those that take errors, and those that mark the end of a step.
KILLED = sorted(set(errors.BY_CALL) | {"close", "exit_group", "kill"})

# Those of them at which something on the disk changes, or at which a process begins or ends.
CHANGING = """
    openat write pwrite64 close rename renameat renameat2 link linkat symlink symlinkat unlink unlinkat rmdir mkdir
    mkdirat fsync fdatasync ftruncate fchmod fchmodat chmod utimensat copy_file_range execve vfork clone clone3
    exit_group
""".split()

_CALL = re.compile(rb"(\d+) +([a-z0-9_]+)\(")


# For each call, how many of it each thread made, in ascending order. strace counts per thread too.
Counts = dict[str, list[int]]


def tracer(trace: Path) -> list[str]:
    """Returns the beginning of a command line that writes all calls that count to `trace`."""
    names = ",".join("?" + call for call in KILLED)
    output = ["-qq", "-s", "0", "-e", "signal=none", "-o", str(trace)]
    return ["strace", "-D", "-f", "--seccomp-bpf", *output, "-e", f"trace={names}"]


def counted(trace: Path) -> Counts:
    """Returns the calls that a trace lists."""
    counts: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)
    with open(trace, "rb") as lines:
        for line in lines:
            if found := _CALL.match(line):
                counts[found[2].decode()][found[1]] += 1
    return {call: sorted(of.values()) for call, of in sorted(counts.items())}
