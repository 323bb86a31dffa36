"""What scenarios share whose command talks to a fake server."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import server_faults  # noqa: F401 - makes its kinds of faults known
from servers import Administered


class Served:
    """Starts one fake server, and lets faults reach it. Comes before `Scenario` among the bases of a scenario."""

    server: Administered
    # The requests of the uninterrupted run.
    requests: list[dict[str, Any]] = []

    def serve(self, work: Path) -> Administered:
        """Starts the server."""
        raise NotImplementedError

    def begin(self) -> None:
        """Fills the server, which knows nothing."""

    def variables(self) -> dict[str, str]:
        """Variables of the scenario."""
        return {}

    def outcome(self, folder: Path) -> dict[str, str]:
        """The state that counts; no request is under way."""
        raise NotImplementedError

    def start(self, work: Path) -> None:
        self.server = self.serve(work)

    def stop(self) -> None:
        self.server.stop()

    def reset(self) -> None:
        self.server.reset()
        self.begin()

    def environment(self, folder: Path) -> dict[str, str]:
        # Comes before every run: a fault of the server strikes one run and not the next one.
        self.server.admin("DELETE", "holds")
        self.server.admin("DELETE", "faults")
        return {server_faults.ADDRESS: self.server.host, **self.variables()}

    def state(self, folder: Path) -> dict[str, str]:
        self.server.settle()
        if not self.requests:
            self.requests = self.server.requests()
        # What the scenario asks now must not meet a fault.
        self.server.admin("DELETE", "faults")
        return self.outcome(folder)
