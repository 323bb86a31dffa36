"""Faults at a moment, and faults that a run is started with."""
from __future__ import annotations

import signal
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import processes
from fault import Fault
from run import Run


@dataclass(frozen=True)
class _SignalTime(Fault):
    """A signal to relctl after a fraction of the duration of an uninterrupted run."""

    fraction: float

    def moment(self) -> float:
        return self.fraction

    def strike(self, pid: int) -> None:
        for number in self.signals:
            processes.send({pid}, number)

    def was_hit(self, run: Run) -> bool:
        return run.was_struck


@dataclass(frozen=True)
class Term(_SignalTime):
    """SIGTERM to relctl at a moment."""

    kind: ClassVar[str] = "term"
    signals: ClassVar[frozenset[int]] = frozenset({signal.SIGTERM})


@dataclass(frozen=True)
class Int(_SignalTime):
    """SIGINT to relctl at a moment."""

    kind: ClassVar[str] = "int"
    signals: ClassVar[frozenset[int]] = frozenset({signal.SIGINT})


@dataclass(frozen=True)
class KillTime(_SignalTime):
    """SIGKILL to relctl at a moment, with `tree` to all its descendants too."""

    kind: ClassVar[str] = "kill-time"
    signals: ClassVar[frozenset[int]] = frozenset({signal.SIGKILL})
    scope: str = ""

    def strike(self, pid: int) -> None:
        if self.scope == "tree":
            processes.kill_tree(pid)
        else:
            super().strike(pid)


@dataclass(frozen=True)
class FullDisk(Fault):
    """A disk that has room for so many KiB more than the starting state needs."""

    kind: ClassVar[str] = "full-disk"
    kibibytes: int

    def room(self) -> int:
        return self.kibibytes


def _redirected(script: str, arguments: list[str]) -> list[str]:
    return ["sh", "-c", script, "sh", *arguments]


@dataclass(frozen=True)
class FewFiles(Fault):
    """A limit on open files."""

    kind: ClassVar[str] = "few-files"
    count: int

    def wrapped(self, arguments: list[str], trace: Path) -> list[str]:
        return _redirected(f'ulimit -n {self.count}; exec "$@"', arguments)


class _OutputFault(Fault):
    """A standard output that takes nothing; every command writes something to it."""

    def was_hit(self, run: Run) -> bool:
        return True


@dataclass(frozen=True)
class ClosedOutput(_OutputFault):
    """A closed standard output."""

    kind: ClassVar[str] = "closed-output"

    def wrapped(self, arguments: list[str], trace: Path) -> list[str]:
        return _redirected('exec "$@" >&-', arguments)


@dataclass(frozen=True)
class FullOutput(_OutputFault):
    """A standard output that takes nothing."""

    kind: ClassVar[str] = "full-output"

    def wrapped(self, arguments: list[str], trace: Path) -> list[str]:
        return _redirected('exec "$@" >/dev/full', arguments)


@dataclass(frozen=True)
class ClosedPipe(_OutputFault):
    """A standard output that is a pipe without a reader."""

    kind: ClassVar[str] = "closed-pipe"
    signals: ClassVar[frozenset[int]] = frozenset({signal.SIGPIPE})

    def wrapped(self, arguments: list[str], trace: Path) -> list[str]:
        # Opened for reading and writing a FIFO does not block; then the reader goes.
        script = 'mkfifo "$0" && exec 3<>"$0" 1>"$0" 3>&- && rm "$0" && exec "$@"'
        return ["sh", "-c", script, str(trace.with_suffix(".pipe")), *arguments]
