"""How one run of a command ended."""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Run:
    """The end of one run."""

    # Exit code; negative if a signal ended it. Nil if it did not end in time.
    code: int | None
    output: str
    errors: str
    seconds: float
    # Where strace writes what it injects.
    trace: Path
    # Whether the fault's moment came before the command ended; true if the fault has no moment.
    was_struck: bool
    # The waits of all processes when the time was up.
    waits: str

    def injected(self) -> str:
        """Returns what strace has injected so far; it goes on as long as orphans run."""
        return self.trace.read_text(errors="replace") if self.trace.exists() else ""
