"""Faults that strace injects into system calls."""
from __future__ import annotations

import re
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import errors
import shim
from fault import Fault
from run import Run


# Errors that no system reports. git does not look for them, and continues as if all were well; neither does it look for
# those of a write to a pipe.
_UNNOTICED = re.compile(
    rf"<git[^ ]*> +(?:{'|'.join(sorted(errors.NOT_IN_GIT))})\(.*\(INJECTED\)"
    r"|\bwritev?\(\d+<pipe:.*(?:EIO|ENOSPC|EDQUOT|EPERM).*\(INJECTED\)"
)


# Dispatch reads how its threads are, from `/proc/TID/stat`, and crashes if it cannot. relctl opens every file with O_CLOEXEC.
_STAT_OF_THREAD = re.compile(r"\bopenat\([^)]*, O_RDONLY\|O_NONBLOCK\) = -1 .*\(INJECTED\)")
# git ignores that it could not remove a lock.
_LOCK_OF_GIT = re.compile(r'<git[^ ]*> +unlink\("[^"]*\.lock"\).*\(INJECTED\)')


def _tracer(call: str, injection: str, trace: Path, *options: str) -> list[str]:
    # With -D the program, and not strace, is the child of the process that starts strace: that process sees the end of
    # the program at once, whatever orphans strace still follows. With -Z the trace has failed calls alone, the injected
    # ones among them, and ends by a signal; -y and -Y add the file and the program.
    output = ["-qq", "-Z", "-y", "-Y", "-s", "0", "-o", str(trace)]
    return ["strace", "-D", "-f", *output, *options, "-e", f"trace={call}", "-e", f"inject={call}:{injection}"]


def _killing(call: str, number: int, trace: Path) -> list[str]:
    # Without --seccomp-bpf: at the stop of a seccomp filter the kernel ignores the signal that the tracer asks for.
    return _tracer(call, f"signal=SIGKILL:when={number}", trace)


def _failing(call: str, error: str, number: str, trace: Path) -> list[str]:
    return _tracer(call, f"error={error}:when={number}", trace, "--seccomp-bpf")


class _CallFault(Fault):
    """A fault that strace injects."""

    def was_hit(self, run: Run) -> bool:
        trace = run.injected()
        return "(INJECTED)" in trace or "killed by SIGKILL" in trace

    def ends_dispatch(self, run: Run) -> bool:
        return bool(_STAT_OF_THREAD.search(run.injected()))

    def is_impossible(self, run: Run) -> bool:
        return bool(_UNNOTICED.search(run.injected()))

    def leaves_lock(self, run: Run) -> bool:
        return bool(_LOCK_OF_GIT.search(run.injected()))


@dataclass(frozen=True)
class KillCall(_CallFault):
    """SIGKILL to the first process, relctl or a child, one of whose threads makes its n-th call of this name."""

    kind: ClassVar[str] = "kill-call"
    signals: ClassVar[frozenset[int]] = frozenset({signal.SIGKILL})
    call: str
    number: int

    def wrapped(self, arguments: list[str], trace: Path) -> list[str]:
        return [*_killing(self.call, self.number, trace), *arguments]


@dataclass(frozen=True)
class ErrorCall(_CallFault):
    """An error instead of each thread's n-th call of this name; `number` ends with `+` if all later calls fail too."""

    kind: ClassVar[str] = "error-call"
    call: str
    error: str
    number: str

    def wrapped(self, arguments: list[str], trace: Path) -> list[str]:
        return [*_failing(self.call, self.error, self.number, trace), *arguments]


@dataclass(frozen=True)
class KillGit(_CallFault):
    """As `kill-call`, but only in one of the git processes that relctl starts, and in its children."""

    kind: ClassVar[str] = "kill-git"
    run: int
    call: str
    number: int

    def surroundings(self, variables: dict[str, str], trace: Path) -> dict[str, str]:
        return shim.tracing_one(trace.parent, self.run, _killing(self.call, self.number, trace), variables)


@dataclass(frozen=True)
class ErrorGit(_CallFault):
    """As `error-call`, but only in one of the git processes that relctl starts, and in its children."""

    kind: ClassVar[str] = "error-git"
    run: int
    call: str
    error: str
    number: str

    def surroundings(self, variables: dict[str, str], trace: Path) -> dict[str, str]:
        return shim.tracing_one(trace.parent, self.run, _failing(self.call, self.error, self.number, trace), variables)
