"""Runs one trial: the command with a fault, the same command again, and a judgement."""
from __future__ import annotations

import re
import shlex
import time
from dataclasses import dataclass, field
from pathlib import Path

import state
from fault import Fault
from runner import Run
from stage import PATIENCE, Stage

# How often a run may name files to remove: the git of a remote names one of its locks at a time, and has at most three.
_REMOVALS = 3

# A hint to remove files.
_REMOVAL = re.compile(r"`rm (?:-f )?([^`\n]+)`")

# What a failure's details say if nothing but locks of git differs.
_LOCK_LEFT = re.compile(r"the next run: (differs|held)|(\S+ )?leftover \S+\.lock: 'there', expected missing")


@dataclass
class Verdict:
    """What came out of a trial."""

    scenario: str
    fault: str
    # The name of the failure; empty if the command held.
    failure: str = ""
    was_hit: bool = False
    # Whether a fault that no system makes misled a child of relctl; that is no failure.
    is_void: bool = False
    removed_file: str = ""
    seconds: float = 0
    codes: list[int | None] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    details: list[str] = field(default_factory=list)


class Trial:
    """One trial; the world stays as it is in the end."""

    def __init__(self, stage: Stage, fault: Fault) -> None:
        self._stage, self._fault = stage, fault
        self._verdict = Verdict(stage.scenario.name, str(fault))

    def run(self) -> Verdict:
        """Runs the trial and returns its verdict."""
        start = time.monotonic()
        struck: list[tuple[Fault, Run]] = []
        failure = ""
        self._stage.begin(self._fault)
        for fault in self._fault.parts():
            struck.append((fault, self._run(fault)))
            failure = failure or self._failure_of_struck(*struck[-1])
        if failure != "hang":
            self._stage.world.give_room()
            # A run that is killed at its very end has done everything too.
            was_done = any(run.code == 0 for _, run in struck) or bool(self._stage.scenario.refusal) and not self._differences()
            failure = self._with_again(failure, was_done)
        left = self._stage.runner.settle(PATIENCE)
        if left and not failure:
            failure = self._failure("left running", left)
        self._verdict.was_hit = any(fault.was_hit(run) for fault, run in struck)
        # relctl must end well whatever is injected. But it cannot know that a child that reports success did nothing,
        # nor that a child waits forever.
        is_own = failure in ("", "crash", "crash again", "silent")
        self._verdict.is_void = not is_own and any(fault.is_impossible(run) for fault, run in struck)
        if failure in ("wrong success", "differs") and all(_LOCK_LEFT.fullmatch(line) for line in self._verdict.details):
            self._verdict.is_void |= any(fault.leaves_lock(run) for fault, run in struck)
        if failure == "crash" and self._verdict.details[-1:] == ["the next run: held"]:
            self._verdict.is_void = any(fault.ends_dispatch(run) for fault, run in struck)
        self._verdict.failure = "" if self._verdict.is_void else failure
        self._verdict.seconds = time.monotonic() - start
        return self._verdict

    def _with_again(self, failure: str, was_done: bool) -> str:
        """Runs the command again, and returns the failure of both runs."""
        before = self._verdict.details
        again = self._failure_of_again(was_done)
        if failure:
            details = self._verdict.details if again else []
            self._verdict.details = [*before, f"the next run: {again or 'held'}", *details]
        return failure or again

    def _run(self, fault: Fault | None = None) -> Run:
        run = self._stage.run(fault)
        self._verdict.codes.append(run.code)
        # Findings of a check are a result, and in standard output.
        self._verdict.errors.append(run.errors if run.errors.strip() else run.output)
        return run

    def _failure(self, name: str, details: list[str] | str) -> str:
        self._verdict.details = details.splitlines() if isinstance(details, str) else details
        return name

    def _differences(self) -> list[str]:
        return state.differences(self._stage.state(), self._stage.expected)

    def _failure_of_struck(self, fault: Fault, run: Run) -> str:
        """Returns what is wrong with a run that was struck; empty if nothing is."""
        if run.code is None:
            return self._failure("hang", run.waits)
        if run.code < 0 and -run.code not in fault.signals:
            return "crash"
        if run.code > 0 and not (run.output + run.errors).strip() and "write(2<" not in run.injected():
            return "silent"
        if run.code == 0 and (lines := self._differences()):
            return self._failure("wrong success", lines)
        return ""

    def _failure_of_again(self, was_done: bool) -> str:
        """Runs the command without a fault, and returns what is wrong; `was_done` says that it succeeded before."""
        run = self._run()
        removed: list[Path] = []
        for _ in range(_REMOVALS):
            if run.code in (0, None) or not (paths := self._files_to_remove(run.errors)):
                break
            for path in paths:
                path.unlink()
            removed += paths
            run = self._run()
        self._verdict.removed_file = " ".join(str(path.relative_to(self._stage.world.folder)) for path in removed)
        if run.code is None:
            return self._failure("hang again", run.waits)
        # Children of a killed run may change something until they end.
        left = self._stage.runner.settle(PATIENCE)
        refusal = self._stage.scenario.refusal
        if run.code != 0 and not (was_done and refusal and refusal in run.errors):
            return self._failure("crash again" if run.code < 0 else "not mended", self._differences())
        if left:
            return self._failure("left running", left)
        if lines := self._differences():
            return self._failure("differs", lines)
        return ""

    def _files_to_remove(self, errors: str) -> list[Path]:
        """Returns the files that a hint says to remove, as far as they are files of this trial."""
        world = self._stage.world.folder
        found = _REMOVAL.search(errors)
        paths = [self._stage.scenario.directory(world) / word for word in shlex.split(found[1])] if found else []
        return [path for path in paths if path.is_file() and path.resolve().is_relative_to(world.resolve())]
