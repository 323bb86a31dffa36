"""Runs one command, strikes it with a fault, and sees how it ends."""
from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import processes
from fault import Fault
from run import Run


class Runner:
    """Starts processes one after another, and knows which of them are left."""

    def __init__(self, logs: Path) -> None:
        logs.mkdir()
        self.logs = logs
        self._count = 0
        # Servers of the scenario run all the time.
        self._servers = frozenset(processes.descendants(os.getpid()))

    def run(
        self,
        arguments: list[str],
        directory: Path,
        variables: dict[str, str],
        limit: float,
        fault: Fault | None = None,
        duration: float = 0,
    ) -> Run:
        """Runs a command for at most `limit` seconds; `duration` is what an uninterrupted run takes."""
        self._count += 1
        trace = self.logs / f"trace-{self._count}"
        if fault:
            arguments = fault.wrapped(arguments, trace)
            variables = fault.surroundings(variables, trace)
        with open(self.logs / "output", "wb") as output, open(self.logs / "errors", "wb") as errors:
            streams = {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": errors}
            child = subprocess.Popen(arguments, cwd=directory, env=variables, process_group=0, **streams)
        processes.watched.add(child.pid)
        start = time.monotonic()
        was_struck, waits = True, ""
        if fault and (moment := fault.moment()) is not None:
            was_struck = not processes.ends_within(child.pid, moment * duration)
            if was_struck:
                fault.strike(child.pid)
        if not processes.ends_within(child.pid, limit):
            waits = processes.described(self.left_running())
            self.kill_left()
        code = child.wait()
        seconds = time.monotonic() - start
        processes.watched.discard(child.pid)
        said = [self.logs.joinpath(name).read_text(errors="replace") for name in ("output", "errors")]
        return Run(None if waits else code, *said, seconds, trace, was_struck, waits)

    def forget(self) -> None:
        """Removes the traces of earlier runs."""
        for trace in self.logs.glob("trace-*"):
            trace.unlink()

    def left_running(self) -> set[int]:
        """Returns the processes of the trial that have not ended, orphans among them."""
        return processes.descendants(os.getpid(), without=self._servers)

    def settle(self, seconds: float) -> str:
        """Waits until no process of the trial is left. Those that are left after that time are ended, and described."""
        end = time.monotonic() + seconds
        while left := self.left_running():
            if time.monotonic() > end:
                description = processes.described(left)
                self.kill_left()
                return description
            time.sleep(0.01)
        processes.reap_orphans()
        return ""

    def kill_left(self) -> None:
        """Ends all processes of the trial."""
        processes.kill_all(self.left_running)
