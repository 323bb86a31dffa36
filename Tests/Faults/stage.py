"""A scenario made ready for trials, and what an uninterrupted run of it does."""
from __future__ import annotations

from pathlib import Path

import calls
import shim
import state
import surroundings
from fault import Fault
from run import Run
from runner import Runner
from scenario import Scenario
from world import World

# Seconds after its last run in which the processes of a trial must end.
PATIENCE = 5.0

# Seconds in which an uninterrupted run must end; on a busy machine it may be slow.
_LIMIT_OF_MEASURING = 600.0


class Stage:
    """Runs the command of one scenario, always in the same folder."""

    def __init__(self, scenario: Scenario, relctl: Path, work: Path, limit: float) -> None:
        self.scenario, self.limit = scenario, limit
        self.world = World(work / "template", work / "world")
        servers = work / "servers"
        servers.mkdir()
        scenario.start(servers)
        self.runner = Runner(work / "logs")
        scenario.prepare(self.world.template)
        surroundings.make_home(self.world.template)
        self._arguments = [str(relctl), *scenario.command()]
        # Duration of an uninterrupted run, its state in the end, and the KiB that it adds.
        self.duration, self.expected, self.growth = 0.0, {}, 0
        # The calls that it makes, and those of each git that it starts.
        self.calls: calls.Counts = {}
        self.calls_of_git: dict[int, calls.Counts] = {}
        self._measure()

    def _measure(self) -> None:
        """Runs the command without a fault: twice as it is, once under strace, and once with each git under strace."""
        self.begin()
        size = self.world.space()
        # The first run is slower than those that come: it reads programs from the disk.
        self._measured(self._arguments)
        self.expected = self.state()
        self.growth = max(4, self.world.space() - size)
        self.duration = self._measured(self._arguments)
        self._expect_equal()
        trace = self.runner.logs / "calls"
        self.limit = max(self.limit, 10 * self._measured([*calls.tracer(trace), *self._arguments]))
        self._expect_equal()
        self.calls = calls.counted(trace)
        self._measured(self._arguments, shim.tracing_all(calls.tracer(trace), trace, self._variables()))
        self._expect_equal()
        for run in range(1, shim.count_of_runs(self.runner.logs) + 1):
            self.calls_of_git[run] = calls.counted(trace.with_name(f"{trace.name}{run}"))

    def _measured(self, arguments: list[str], variables: dict[str, str] | None = None) -> float:
        """Runs the command from the starting state, and returns how long that took."""
        self.begin()
        run = self._run(arguments, variables or self._variables(), _LIMIT_OF_MEASURING)
        if run.code != 0:
            said = run.output + run.errors + run.waits
            raise RuntimeError(f"{self.scenario.name}: the uninterrupted run ended with {run.code}:\n{said}")
        self.runner.settle(PATIENCE)
        return run.seconds

    def _expect_equal(self) -> None:
        if lines := state.differences(self.state(), self.expected):
            raise RuntimeError(f"{self.scenario.name}: two uninterrupted runs differ:\n" + "\n".join(lines))

    def begin(self, fault: Fault | None = None) -> None:
        """Puts everything into the starting state."""
        self.world.fill(fault.room() if fault else None)
        self.runner.forget()
        self.scenario.reset()

    def run(self, fault: Fault | None = None) -> Run:
        """Runs the command, with a fault or without."""
        run = self._run(self._arguments, self._variables(), self.limit, fault)
        if not run.was_struck:
            # The command was quicker than when it was measured: the next fault of this kind must come earlier.
            self.duration = min(self.duration, run.seconds)
        return run

    def _run(
        self, arguments: list[str], variables: dict[str, str], limit: float, fault: Fault | None = None
    ) -> Run:
        directory = self.scenario.directory(self.world.folder)
        return self.runner.run(arguments, directory, variables, limit, fault, self.duration)

    def _variables(self) -> dict[str, str]:
        return surroundings.environment(self.world.folder) | self.scenario.environment(self.world.folder)

    def state(self) -> dict[str, str]:
        """Returns the state that counts, as it is now."""
        return self.scenario.state(self.world.folder)

    def close(self) -> None:
        """Ends what runs and unmounts what is mounted."""
        self.runner.kill_left()
        self.world.clear()
        self.scenario.stop()
