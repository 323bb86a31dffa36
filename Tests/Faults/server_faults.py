"""Faults of servers and of the network, and kills at a request."""
from __future__ import annotations

import http.client
import json
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import draws
import errors
import kinds
import processes
from ambient_faults import KillTime
from call_faults import ErrorCall
from fault import Fault
from run import Run

# The variable that says where the fake server is.
ADDRESS = "FAULTS_FAKE"

# A worker runs one trial at a time: the server of that trial, and whether a request was held in it.
_current: dict[str, Any] = {"host": "", "was_held": False}

# What a server does to a request, by the name that a fault has.
EFFECTS: dict[str, dict[str, Any]] = {
    "lost": {"kind": "lost"},
    "lost-close": {"kind": "lost", "how": "close"},
    "reset": {"kind": "reset"},
    "reset-body": {"kind": "reset", "bytes": 500},
    "cut-head": {"kind": "cut", "bytes": 20},
    "cut-head-close": {"kind": "cut", "bytes": 20, "how": "close"},
    "cut-body": {"kind": "cut", "bytes": 10, "of": "body"},
    "cut-body-close": {"kind": "cut", "bytes": 10, "of": "body", "how": "close"},
    "slow-request": {"kind": "slow", "rate": 4000, "direction": "request"},
    "slow-answer": {"kind": "slow", "rate": 400, "direction": "response"},
    "stall": {"kind": "stall", "seconds": 300},
    "stall-request": {"kind": "stall", "seconds": 300, "where": "request"},
    # Handled late, even if the client is gone by then.
    "delay-half": {"kind": "delay", "seconds": 0.5},
    "delay": {"kind": "delay", "seconds": 2},
    "stall-late": {"kind": "stall", "seconds": 5, "then_answer": True},
    "answer-500": {"kind": "answer", "status": 500, "body": "oops"},
    "answer-503": {"kind": "answer", "status": 503, "body": "", "headers": {"retry-after": "1"}},
    "answer-502-early": {"kind": "answer", "status": 502, "body": "bad gateway", "early": True},
    "answer-401": {"kind": "answer", "status": 401, "body": ""},
    "answer-403": {"kind": "answer", "status": 403, "body": ""},
    "answer-404": {"kind": "answer", "status": 404, "body": ""},
    "answer-429": {"kind": "too-many", "retry_after": 1},
    "answer-200": {"kind": "answer", "status": 200, "body": "<html>hello</html>", "headers": {"content-type": "text/html"}},
}

# Effects that cost no more than some seconds.
QUICK = sorted(set(EFFECTS) - {"stall", "stall-request"})

# Effects by which a server handles a request of a killed run after the next run has ended: no client can prevent what comes then.
LATE = {"delay", "delay-half", "stall-late"}


def _admin(method: str, action: str, value: Any = None) -> Any:
    connection = http.client.HTTPConnection(_current["host"], timeout=60)
    try:
        connection.request(method, f"/_fake/{action}", None if value is None else json.dumps(value))
        answer = connection.getresponse()
        text = answer.read()
    finally:
        connection.close()
    if answer.status != 200:
        raise RuntimeError(f"{method} {action}: {answer.status} {text!r}")
    return json.loads(text)


class _Served(Fault):
    """A fault that needs the server."""

    def surroundings(self, variables: dict[str, str], trace: Path) -> dict[str, str]:
        _current.update(host=variables[ADDRESS], was_held=False)
        self.arm()
        return variables

    def arm(self) -> None:
        """Has the server do its part."""


@dataclass(frozen=True)
class KillRequest(_Served):
    """SIGKILL to relctl at its n-th request: `before` the server handles it, `after`, or `during:BYTES` of the body. The server then does `then` with the request: `handle` or `drop`."""

    kind: ClassVar[str] = "kill-request"
    signals: ClassVar[frozenset[int]] = frozenset({signal.SIGKILL})
    number: int
    when: str
    then: str

    def arm(self) -> None:
        when, _, size = self.when.partition(":")
        _admin("POST", "holds", {"at": self.number, "when": when, **({"bytes": int(size)} if size else {})})

    def moment(self) -> float:
        return 0

    def strike(self, pid: int) -> None:
        end = time.monotonic() + 60
        while time.monotonic() < end and not processes.ends_within(pid, 0):
            if _admin("GET", "held?timeout=0.2")["held"]:
                _current["was_held"] = True
                processes.send({pid}, signal.SIGKILL)
                processes.ends_within(pid, 10)
                break
        _admin("POST", "release", {"then": self.then})
        _admin("DELETE", "holds")

    def was_hit(self, run: Run) -> bool:
        return _current["was_held"]


class _Effect(_Served):
    """An effect at the n-th request; `number` ends with `+` if all later requests meet it too."""

    number: str
    effect: str

    def arm(self) -> None:
        first = int(self.number.removesuffix("+"))
        if self.number.endswith("+"):
            match: dict[str, Any] = {"from": first}
        else:
            match = {"number": first}
        _admin("POST", "faults", {"match": match, "effect": EFFECTS[self.effect]})

    def was_hit(self, run: Run) -> bool:
        return any(one["faults"] for one in _admin("GET", "requests")["requests"])


@dataclass(frozen=True)
class ServerFault(_Effect):
    """A server that fails."""

    kind: ClassVar[str] = "server-fault"
    number: str
    effect: str


@dataclass(frozen=True)
class ServerFaultKill(_Effect):
    """A server that fails, and SIGKILL to relctl so many seconds after the fault."""

    kind: ClassVar[str] = "server-fault-kill"
    signals: ClassVar[frozenset[int]] = frozenset({signal.SIGKILL})
    number: str
    effect: str
    seconds: float

    def moment(self) -> float:
        return 0

    def strike(self, pid: int) -> None:
        end = time.monotonic() + 60
        while time.monotonic() < end and not processes.ends_within(pid, 0.01):
            if any(one["faults"] for one in _admin("GET", "requests")["requests"]):
                if not processes.ends_within(pid, self.seconds):
                    processes.send({pid}, signal.SIGKILL)
                break


@dataclass(frozen=True)
class ErrorNet(ErrorCall):
    """As `error-call`, of the calls that make requests."""

    kind: ClassVar[str] = "error-net"


_NET = {
    "socket": "EMFILE ENFILE ENOMEM EACCES EAFNOSUPPORT EPERM",
    "connect": "ECONNREFUSED ETIMEDOUT ENETUNREACH EHOSTUNREACH EINTR EACCES EADDRNOTAVAIL EAGAIN",
    "sendto": "ECONNRESET EPIPE EINTR ENOMEM ENOBUFS EAGAIN",
    "sendmsg": "ECONNRESET EPIPE EINTR ENOMEM ENOBUFS EAGAIN",
    "recvfrom": "ECONNRESET ETIMEDOUT EINTR ENOMEM EAGAIN",
    "recvmsg": "ECONNRESET ETIMEDOUT EINTR ENOMEM EAGAIN",
    "poll": "EINTR ENOMEM EAGAIN EINVAL",
    "ppoll": "EINTR ENOMEM EAGAIN",
    "fcntl": "EAGAIN EMFILE ENOLCK EINTR EROFS",
    "ioctl": "ENOTTY EIO",
    "eventfd2": "EMFILE ENFILE ENOMEM EINVAL",
    "pipe2": "EMFILE ENFILE",
    "socketpair": "EMFILE ENFILE",
    "getsockopt": "ENOBUFS ENOTCONN",
    "setsockopt": "ENOBUFS ENOPROTOOPT EINVAL",
    "getsockname": "ENOBUFS",
    "getpeername": "ENOTCONN ENOBUFS",
    "bind": "EADDRINUSE EACCES",
    "epoll_create1": "EMFILE ENFILE ENOMEM",
    "epoll_ctl": "ENOMEM ENOSPC",
    "epoll_wait": "EINTR",
    "timerfd_create": "EMFILE ENFILE ENOMEM",
    "timerfd_settime": "EINVAL",
}


def _requests(stage: Any) -> list[dict[str, Any]]:
    return getattr(stage.scenario, "requests", [])


def _number(random: Random, requests: list[dict[str, Any]]) -> int:
    """Returns the number of a request: half the time of one that changes something."""
    if random.random() < 0.5:
        changing = [one["number"] for one in requests if one["method"] not in ("GET", "HEAD")]
        if changing:
            return random.choice(changing)
    return random.randint(1, len(requests))


def _kill_request(random: Random, stage: Any) -> Fault | None:
    if not (requests := _requests(stage)):
        return None
    number = _number(random, requests)
    when = random.choice(["before", "after", "during"])
    if when == "during":
        bodies = [(one["number"], one["contentLength"]) for one in requests if one["contentLength"]]
        if not bodies:
            return None
        number, size = random.choice(bodies)
        when = f"during:{random.randint(1, size)}"
    return KillRequest(number, when, random.choice(["handle", "drop"]))


def _effect(random: Random, stage: Any) -> tuple[str, str]:
    # A server that is silent is waited for three times half a minute: longer than a trial may take. `--replay` with `--limit 900` tries it.
    effect = random.choice(QUICK)
    number = _number(random, _requests(stage))
    lasts = "slow" not in effect and "stall" not in effect and random.random() < 0.2
    return (f"{number}+" if lasts else f"{number}"), effect


def _server_fault(random: Random, stage: Any) -> Fault | None:
    return ServerFault(*_effect(random, stage)) if _requests(stage) else None


def _server_fault_kill(random: Random, stage: Any) -> Fault | None:
    if not _requests(stage):
        return None
    while (drawn := _effect(random, stage))[1] in LATE:
        pass
    return ServerFaultKill(*drawn, round(random.random() ** 2 * 2, 3))


def _error_net(random: Random, stage: Any) -> Fault:
    call = random.choice(sorted(_NET))
    number = random.choice([random.randint(1, 3), random.randint(1, 12), random.randint(1, 40)])
    error = random.choice(_NET[call].split())
    if call in errors.AT_START:
        return ErrorNet(call, error, "1+")
    # libcurl retries EINTR without end, and EAGAIN for ever is a silent server.
    lasts = error not in errors.ONCE | {"EAGAIN"} and random.random() < 0.5
    return ErrorNet(call, error, f"{number}+" if lasts else f"{number}")


for _kind, _draw in ((KillRequest, _kill_request), (ServerFault, _server_fault), (ServerFaultKill, _server_fault_kill), (ErrorNet, _error_net)):
    kinds.KINDS[_kind.kind] = _kind
    draws.BY_KIND[_kind.kind] = _draw
