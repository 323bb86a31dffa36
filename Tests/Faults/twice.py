"""Two faults in a row."""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from fault import Fault


@dataclass(frozen=True)
class KillTwice(Fault):
    """A kill, and another one when the command runs again: what mends the first must stand the second."""

    kind: ClassVar[str] = "kill-twice"
    first: Fault
    second: Fault

    def __str__(self) -> str:
        return f"{self.kind} {self.first} / {self.second}"

    def parts(self) -> list[Fault]:
        return [self.first, self.second]
