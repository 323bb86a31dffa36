"""A command of relctl together with the project it works on."""
from __future__ import annotations

from pathlib import Path


class Scenario:
    """One relctl command, the state it starts from, and the state that counts in the end.

    A module in `scenarios/` holds one subclass. `prepare` runs once per worker; the harness then copies the folder to
    one fixed path for each trial. So git remotes and configuration files must use paths relative to the folder.
    """

    name: str
    # Words of the error by which the command refuses to do again what it has done; empty if it succeeds then.
    refusal = ""

    def prepare(self, folder: Path) -> None:
        """Makes the starting state below `folder`, which exists and is empty."""
        raise NotImplementedError

    def start(self, work: Path) -> None:
        """Starts the servers that the command talks to, once per worker and before `prepare`.

        `work` is a scratch folder that trials do not copy.
        """

    def stop(self) -> None:
        """Ends what `start` started."""

    def reset(self) -> None:
        """Puts the servers back to the starting state, before each trial."""

    def directory(self, folder: Path) -> Path:
        """Working directory of the command."""
        return folder

    def environment(self, folder: Path) -> dict[str, str]:
        """Variables of this scenario, on top of the base environment."""
        return {}

    def command(self) -> list[str]:
        """Arguments after `relctl`."""
        raise NotImplementedError

    def state(self, folder: Path) -> dict[str, str]:
        """What the end states are compared by: a name for each thing, and its digest or text."""
        raise NotImplementedError
