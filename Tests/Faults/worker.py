"""A process that runs trials, one after another, and opens each scenario once."""
from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import traceback
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import disk
import draws
import kinds
import processes
import scenarios
from stage import Stage
from trial import Trial, Verdict


@dataclass(frozen=True)
class Order:
    """A trial that is to be run: a fault in its textual form, or a kind of which the worker draws one."""

    scenario: str
    kind: str
    # Decides, with the seed, which fault is drawn.
    number: int
    fault: str = ""


@dataclass(frozen=True)
class Broken:
    """A trial that could not be run, because the scenario or the harness failed."""

    order: Order
    reason: str


@dataclass(frozen=True)
class Settings:
    """Settings that all workers share."""

    relctl: Path
    work: Path
    seed: int
    limit: float
    keep: bool


class Worker:
    """The end of a worker that the main process holds."""

    def __init__(self, index: int, settings: Settings) -> None:
        self.pipe, other = multiprocessing.Pipe()
        self.scenarios: set[str] = set()
        self._process = multiprocessing.Process(target=_work, args=(other, index, settings))
        self._process.start()
        other.close()

    def send(self, order: Order | None) -> None:
        """Hands over the next trial; nil ends the worker."""
        self.pipe.send(order)
        if order:
            self.scenarios.add(order.scenario)

    def join(self) -> None:
        """Waits until the worker has ended."""
        self._process.join()


def _work(pipe: Connection, index: int, settings: Settings) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    processes.adopt_orphans()
    has_disks = disk.separate_mounts()
    known, stages = scenarios.known(), {}
    while order := _received(pipe):
        try:
            if order.kind == "full-disk" and not has_disks:
                pipe.send(Broken(order, "skipped: no disk can be mounted here"))
                continue
            if order.scenario not in stages:
                # A scenario that cannot be opened is not tried again.
                stages[order.scenario] = None
                folder = settings.work / f"worker-{index}" / order.scenario
                stages[order.scenario] = Stage(known[order.scenario], settings.relctl, folder, settings.limit)
            if stage := stages[order.scenario]:
                pipe.send(_run(stage, order, settings))
            else:
                pipe.send(Broken(order, "the scenario could not be opened"))
        except Exception:
            pipe.send(Broken(order, traceback.format_exc()))
    for stage in filter(None, stages.values()):
        stage.close()
    processes.kill_all(lambda: processes.descendants(os.getpid()))


def _received(pipe: Connection) -> Order | None:
    """Returns the next trial; nil if there is none, or the main process has ended."""
    try:
        return pipe.recv()
    except EOFError:
        return None


def _run(stage: Stage, order: Order, settings: Settings) -> Verdict | Broken:
    if order.fault:
        fault = kinds.parse(order.fault)
    else:
        fault = draws.drawn(order.kind, Random(f"{settings.seed} {order.scenario} {order.kind} {order.number}"), stage)
        if fault is None:
            return Broken(order, "skipped: the command does nothing that could be struck")
    verdict = Trial(stage, fault).run()
    if settings.keep and verdict.failure:
        kept = settings.work / "kept" / f"{order.scenario} {fault}".replace(" ", "-").replace("/", "-")
        shutil.copytree(stage.world.folder, kept, symlinks=True, dirs_exist_ok=True)
        verdict.details.append(f"kept: {kept}")
    return verdict
