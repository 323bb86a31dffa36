"""Servers that scenarios talk to: each runs as a process of its own, on loopback, on ports that the system chooses."""
from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import processes

_FAKES = Path(__file__).resolve().parent.parent / "Fakes"


class Server:
    """A server process."""

    def __init__(self, arguments: list[str], work: Path, name: str) -> None:
        self._ready = work / f"{name}-ready"
        self._log = work / f"{name}-log"
        with open(self._log, "wb") as log:
            command = [word.replace("READY", str(self._ready)) for word in arguments]
            self.process = subprocess.Popen(command, cwd=work, stdin=subprocess.DEVNULL, stdout=log, stderr=log, process_group=0)
        processes.servers.add(self.process.pid)
        processes.watched.add(self.process.pid)
        self.addresses = self._wait()

    def _wait(self) -> dict[str, str]:
        """Returns the addresses, as soon as the server has written them."""
        end = time.monotonic() + 60
        while time.monotonic() < end and self.process.poll() is None:
            if self._ready.exists():
                return json.loads(self._ready.read_text().removeprefix("READY "))
            time.sleep(0.01)
        raise RuntimeError(f"the server does not start:\n{self._log.read_text(errors='replace')}")

    @property
    def host(self) -> str:
        """Host and port of the API."""
        return urlsplit(self.addresses["api"]).netloc

    def ask(self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> tuple[int, bytes]:
        """Sends a request to the API, and returns status and body of the answer."""
        connection = http.client.HTTPConnection(self.host, timeout=120)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def heads(self, path: str, headers: dict[str, str]) -> dict[str, str]:
        """Returns the fields of the answer to HEAD."""
        connection = http.client.HTTPConnection(self.host, timeout=120)
        try:
            connection.request("HEAD", path, headers=headers)
            answer = connection.getresponse()
            answer.read()
            return {name.lower(): value for name, value in answer.getheaders()}
        finally:
            connection.close()

    def stop(self) -> None:
        """Ends the server."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        processes.servers.discard(self.process.pid)
        processes.watched.discard(self.process.pid)


class Administered(Server):
    """A server that takes requests for tests under `/_fake/`, as the fakes in `Tests/Fakes` do."""

    def admin(self, method: str, action: str, value: Any = None) -> Any:
        """Sends a request for tests, and returns the answer."""
        status, text = self.ask(method, f"/_fake/{action}", None if value is None else json.dumps(value).encode())
        if status != 200:
            raise RuntimeError(f"{method} {action}: {status} {text.decode(errors='replace')}")
        return json.loads(text)

    def requests(self) -> list[dict[str, Any]]:
        """Returns the log of requests."""
        return self.admin("GET", "requests")["requests"]

    def settle(self, seconds: float = 10) -> None:
        """Waits until no request is under way: those of a killed run may still be handled."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and any(one["status"] is None and one["answered"] for one in self.requests()):
            time.sleep(0.01)

    def reset(self) -> None:
        """Makes the server forget everything."""
        self.settle()
        self.admin("POST", "reset")
        self.admin("DELETE", "requests")


class Fake(Administered):
    """One of the fakes in `Tests/Fakes`."""

    def __init__(self, name: str, work: Path) -> None:
        folder = work / f"{name}-state"
        options = ["--with-parent"] if name == "forge" else []
        super().__init__([sys.executable, str(_FAKES / name), "--state", str(folder), "--ready-file", "READY", *options], work, name)


class Beside(Administered):
    """A server whose program is in `programs`."""

    def __init__(self, name: str, work: Path, *arguments: str, python: str = sys.executable) -> None:
        program = Path(__file__).resolve().parent / "programs" / f"{name}.py"
        super().__init__([python, str(program), "READY", str(work / f"{name}-state"), *arguments], work, name)


def registry(server: Administered) -> dict[str, str]:
    """Returns what a registry has, without uploads that were begun: registries remove those themselves."""
    found: dict[str, str] = {}
    for repository in server.admin("GET", "state")["repositories"]:
        name = f"registry {repository['name']}"
        for tag in repository["tags"]:
            found[f"{name}:{tag['name']}"] = tag["digest"]
        for digest in repository["blobs"]:
            found[f"{name} blob {digest}"] = "there"
        for digest in repository["manifests"]:
            found[f"{name} manifest {digest}"] = "there"
            _, text = server.ask("GET", f"/v2/{repository['name']}/referrers/{digest}")
            for number, one in enumerate(sorted(json.loads(text)["manifests"], key=lambda one: one["digest"])):
                found[f"{name} referrer {number} of {digest}"] = json.dumps(one, sort_keys=True)
    return found
