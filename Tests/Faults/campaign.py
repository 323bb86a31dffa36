"""Hands trials to workers, round-robin over scenarios and kinds, until there are enough or the time is up."""
from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from multiprocessing.connection import wait

from kinds import KINDS
from trial import Verdict
from worker import Broken, Order, Settings, Worker


def orders(scenarios: list[str], kinds: list[str]) -> Iterator[Order]:
    """Yields trials in rounds of one for each scenario and kind. A kind with only one fault has a turn only once."""
    number, left = 0, kinds
    while left:
        for shift in range(len(left)):
            # In one sweep over the scenarios each has another kind, so that a short campaign has seen all of both.
            for index, scenario in enumerate(scenarios):
                yield Order(scenario, left[(index + shift) % len(left)], number)
        left = [kind for kind in kinds if dataclasses.fields(KINDS[kind])]
        number += 1


class Queue:
    """The trials that are left, and a choice for each worker that avoids opening a scenario twice."""

    def __init__(self, source: Iterator[Order], count: int | None, deadline: float | None, jobs: int) -> None:
        self._source, self._left, self._deadline = source, count, deadline
        self._waiting: list[Order] = []
        self._owners: dict[str, int] = {}
        self._jobs = jobs

    def next(self, worker: int) -> Order | None:
        """Returns the next trial for this worker; nil if there is none."""
        if self._deadline is not None and time.monotonic() >= self._deadline:
            return None
        for index, order in enumerate(self._waiting):
            if self._owner(order) == worker:
                return self._waiting.pop(index)
        # A worker that is much slower than the others gives some of its trials away.
        while len(self._waiting) < 200 and (order := self._drawn()):
            if self._owner(order) == worker:
                return order
            self._waiting.append(order)
        return self._waiting.pop(0) if self._waiting else None

    def _drawn(self) -> Order | None:
        if self._left == 0:
            return None
        if self._left is not None:
            self._left -= 1
        return next(self._source, None)

    def _owner(self, order: Order) -> int:
        return self._owners.setdefault(order.scenario, len(self._owners) % self._jobs)


def results(queue: Queue, settings: Settings, jobs: int) -> Iterator[Verdict | Broken]:
    """Runs the trials and yields what comes out of each, as soon as it is known."""
    workers = [Worker(index, settings) for index in range(jobs)]
    busy = {}

    def feed(index: int) -> None:
        order = queue.next(index)
        workers[index].send(order)
        if order:
            busy[workers[index].pipe] = index

    try:
        for index in range(jobs):
            feed(index)
        while busy:
            for pipe in wait(list(busy)):
                index = busy.pop(pipe)
                yield pipe.recv()
                feed(index)
    finally:
        for index, worker in enumerate(workers):
            # The others have been sent this already.
            if worker.pipe in busy:
                worker.send(None)
            worker.join()
