"""What a fault is: a value with a textual form, and what it does to a run."""
from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from run import Run


@dataclass(frozen=True)
class Fault:
    """A fault of one kind. Its textual form is the kind and the fields."""

    kind: ClassVar[str]
    # Signals that may end relctl.
    signals: ClassVar[frozenset[int]] = frozenset()

    def __str__(self) -> str:
        # An empty field is one that has its default.
        return " ".join([self.kind, *(str(value) for value in dataclasses.astuple(self) if value != "")])

    def room(self) -> int | None:
        """KiB that are free on the disk of the trial; nil for the usual disk."""
        return None

    def wrapped(self, arguments: list[str], trace: Path) -> list[str]:
        """Returns the command line that runs `arguments` with the fault; a tracer writes what it did to `trace`."""
        return arguments

    def surroundings(self, variables: dict[str, str], trace: Path) -> dict[str, str]:
        """Returns the environment of the run with the fault."""
        return variables

    def moment(self) -> float | None:
        """Moment of `strike`, as a fraction of the duration of an uninterrupted run; nil if there is none."""
        return None

    def strike(self, pid: int) -> None:
        """Does what the fault does at its moment."""

    def was_hit(self, run: Run) -> bool:
        """Returns whether the fault struck before the command had ended, as far as one can tell."""
        return run.code != 0

    def is_impossible(self, run: Run) -> bool:
        """Returns whether something was injected that no system does."""
        return False

    def ends_dispatch(self, run: Run) -> bool:
        """Returns whether the fault struck a call at which Dispatch, the library under Swift's tasks, crashes."""
        return False

    def leaves_lock(self, run: Run) -> bool:
        """Returns whether git could not remove a lock of its own; it reports success then."""
        return False

    def parts(self) -> list[Fault]:
        """Returns the faults of the runs that are struck, one after another."""
        return [self]
