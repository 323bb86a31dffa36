"""Draws a fault of a kind for a scenario whose uninterrupted run was measured."""
from __future__ import annotations

from collections.abc import Iterable
from random import Random

import calls
import errors
from ambient_faults import ClosedOutput, ClosedPipe, FewFiles, FullDisk, FullOutput, Int, KillTime, Term
from call_faults import ErrorCall, ErrorGit, KillCall, KillGit
from fault import Fault
from stage import Stage
from twice import KillTwice


def drawn(kind: str, random: Random, stage: Stage) -> Fault | None:
    """Returns a fault of this kind; nil if the command does nothing that such a fault could strike."""
    return BY_KIND[kind](random, stage)


def _call(random: Random, counts: calls.Counts, among: Iterable[str]) -> tuple[str, int]:
    """Returns a call and its number in a thread; each call, each thread and each number has the same chance."""
    call = random.choice(sorted(call for call in among if call in counts))
    return call, random.randint(1, random.choice(counts[call]))


def _killed(random: Random, counts: calls.Counts) -> tuple[str, int]:
    """Returns a call to be killed at: mostly one that changes something, since kills between two of these are alike."""
    return _call(random, counts, calls.CHANGING if random.random() < 0.8 else calls.KILLED)


def _error(random: Random, counts: calls.Counts, among: Iterable[str] = errors.BY_CALL) -> tuple[str, str, str]:
    call, number = _call(random, counts, among)
    error = random.choice(errors.BY_CALL[call])
    if call in errors.AT_START:
        return call, error, "1+"
    lasts = error not in errors.ONCE and random.random() < 0.3
    return call, error, f"{number}+" if lasts else f"{number}"


def _kill_git(random: Random, stage: Stage) -> Fault | None:
    if not stage.calls_of_git:
        return None
    run = random.choice(sorted(stage.calls_of_git))
    return KillGit(run, *_killed(random, stage.calls_of_git[run]))


def _error_git(random: Random, stage: Stage) -> Fault | None:
    if not stage.calls_of_git:
        return None
    run = random.choice(sorted(stage.calls_of_git))
    return ErrorGit(run, *_error(random, stage.calls_of_git[run], errors.BY_CALL.keys() - errors.NOT_IN_GIT))


def _kill(random: Random, stage: Stage) -> Fault:
    kinds = ["kill-call", "kill-time", *(["kill-git"] if stage.calls_of_git else [])]
    return BY_KIND[random.choice(kinds)](random, stage)


def _fraction(random: Random) -> float:
    return round(random.random(), 4)


def _few_files(random: Random, stage: Stage) -> Fault:
    least, most = random.choice([(8, 24), (25, 40), (41, 64)])
    return FewFiles(random.randint(least, most))


BY_KIND = {
    "kill-call": lambda random, stage: KillCall(*_killed(random, stage.calls)),
    "error-call": lambda random, stage: ErrorCall(*_error(random, stage.calls)),
    "kill-git": _kill_git,
    "error-git": _error_git,
    "kill-twice": lambda random, stage: KillTwice(_kill(random, stage), _kill(random, stage)),
    "kill-time": lambda random, stage: KillTime(_fraction(random), random.choice(["", "tree"])),
    "term": lambda random, stage: Term(_fraction(random)),
    "int": lambda random, stage: Int(_fraction(random)),
    "full-disk": lambda random, stage: FullDisk(random.randrange(0, stage.growth + stage.growth // 2 + 4, 4)),
    "few-files": _few_files,
    "closed-output": lambda random, stage: ClosedOutput(),
    "full-output": lambda random, stage: FullOutput(),
    "closed-pipe": lambda random, stage: ClosedPipe(),
}
