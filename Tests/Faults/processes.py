"""Finds, freezes, ends and describes processes by what /proc says."""
from __future__ import annotations

import ctypes
import os
import select
import signal
import time
from pathlib import Path

_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """Makes this process the parent of every orphan among its descendants, so that none escapes the search for them."""
    if ctypes.CDLL(None, use_errno=True).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "cannot become the parent of orphans")


def _table() -> dict[int, tuple[int, str]]:
    """Returns parent and state of every process."""
    found = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            text = Path("/proc", name, "stat").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue
        # The name of the program is in parentheses and may hold any character.
        state, parent = text[text.rindex(")") + 2:].split(" ", 2)[:2]
        found[int(name)] = (int(parent), state)
    return found


# Servers of scenarios, which belong to no trial.
servers: set[int] = set()


def descendants(root: int, without: frozenset[int] = frozenset()) -> set[int]:
    """Returns the processes below `root` that have not ended; servers, those in `without`, and all below them are left out."""
    table = _table()
    below: dict[int, list[int]] = {}
    for pid, (parent, _) in table.items():
        below.setdefault(parent, []).append(pid)
    found: set[int] = set()
    waiting = list(below.get(root, []))
    while waiting:
        pid = waiting.pop()
        if pid in without or pid in servers:
            continue
        if table[pid][1] not in "ZX":
            found.add(pid)
        waiting += below.get(pid, [])
    return found


def send(pids: set[int], number: int) -> None:
    """Sends a signal to processes, some of which may have ended."""
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


def kill_tree(root: int) -> None:
    """Ends a process and all its descendants at one moment: they stop first, so that none sees the end of another."""
    stopped: set[int] = set()
    while new := ({root} | descendants(root)) - stopped:
        send(new, signal.SIGSTOP)
        stopped |= new
    send(stopped, signal.SIGKILL)


def kill_all(find) -> None:
    """Ends the processes that `find` returns, until it returns none."""
    while found := find():
        send(found, signal.SIGKILL)
        reap_orphans()
        time.sleep(0.002)


def reap_orphans() -> None:
    """Waits for adopted processes that have ended; `subprocess` waits for its own children itself."""
    for pid, (parent, state) in _table().items():
        if parent == os.getpid() and state == "Z" and pid not in watched:
            try:
                os.waitpid(pid, os.WNOHANG)
            except ChildProcessError:
                pass


# Processes that were started with `subprocess` and have to be waited for there.
watched: set[int] = set()


def ends_within(pid: int, seconds: float) -> bool:
    """Waits until a child has ended; false if it still runs after that time."""
    descriptor = os.pidfd_open(pid)
    try:
        poll = select.poll()
        poll.register(descriptor, select.POLLIN)
        return bool(poll.poll(max(0, seconds * 1000)))
    finally:
        os.close(descriptor)


def described(pids: set[int]) -> str:
    """Returns one line for each process, and one for each kind of wait of its threads."""
    lines = []
    for pid in sorted(pids):
        folder = Path("/proc", str(pid))
        try:
            command = folder.joinpath("cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            waits: dict[str, int] = {}
            for task in folder.joinpath("task").iterdir():
                wait = " ".join(task.joinpath(name).read_text().strip() for name in ("comm", "wchan", "syscall"))
                waits[wait] = waits.get(wait, 0) + 1
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
        lines.append(f"{pid} {command[:200]}")
        lines += [f"    {count} × {wait}" for wait, count in waits.items()]
    return "\n".join(lines)
