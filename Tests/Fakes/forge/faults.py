"""Faults that are injected by rule, and requests that are held at a numbered point."""

import re
import threading
import time

KINDS = {
    "answer", "reset", "lost", "cut", "starter", "slow", "stall", "secondary", "too-many", "primary", "stale",
    "digest", "rename", "revoke", "rival", "refuse-tag", "delay",
}


class Faults:
    """The rules, in the order in which they were added."""

    def __init__(self):
        self.lock = threading.Lock()
        self.rules = []

    def add(self, rules):
        """Adds rules; raises ValueError for one that could never do anything."""
        rules = rules if isinstance(rules, list) else [rules]
        for rule in rules:
            kind = rule.get("effect", {}).get("kind")
            if kind not in KINDS:
                raise ValueError(f"unknown effect {kind!r}; there are {sorted(KINDS)}")
            unknown = set(rule.get("match", {})) - {"method", "path", "origin", "nth", "every", "from", "number"}
            if unknown:
                raise ValueError(f"unknown match {sorted(unknown)}")
            re.compile(rule.get("match", {}).get("path", ""))
        with self.lock:
            self.rules += [{**rule, "seen": 0, "fired": 0} for rule in rules]

    def clear(self):
        """Removes all rules."""
        with self.lock:
            self.rules = []

    def effects(self, request):
        """What the rules do to a request."""
        with self.lock:
            return [rule["effect"] for rule in self.rules if self._fires(rule, request)]

    @staticmethod
    def _fires(rule, request):
        match = rule.get("match", {})
        if match.get("method") not in (None, request.method) or match.get("origin") not in (None, request.origin):
            return False
        if not re.search(match.get("path", ""), request.target):
            return False
        rule["seen"] += 1
        seen = rule["seen"]
        if rule["fired"] >= rule.get("times", 1 << 60):
            return False
        if "number" in match and request.number != match["number"]:
            return False
        if "nth" in match and seen not in (match["nth"] if isinstance(match["nth"], list) else [match["nth"]]):
            return False
        if "every" in match and seen % match["every"]:
            return False
        if seen < match.get("from", 1):
            return False
        rule["fired"] += 1
        return True


class Holds:
    """Points at which a request waits until it is let go."""

    LIMIT = 300

    def __init__(self):
        self.changed = threading.Condition()
        self.points = []
        self.held = []

    def add(self, points):
        """Adds points: {at | match, when, bytes}."""
        points = points if isinstance(points, list) else [points]
        for point in points:
            if point.get("when", "before") not in ("before", "during", "after"):
                raise ValueError("`when` is before, during or after")
            if "at" not in point and "match" not in point:
                raise ValueError("a hold has `at` or `match`")
        with self.changed:
            self.points += [{"seen": 0, "fired": 0, "when": "before", **point} for point in points]

    def clear(self):
        """Removes the points and lets all go."""
        with self.changed:
            self.points = []
        self.release("handle")

    def plan(self, request):
        """The points of this request."""
        with self.changed:
            mine = []
            for point in self.points:
                if "at" in point:
                    if point["at"] == request.number:
                        mine.append(point)
                elif Faults._fires(point, request):
                    mine.append(point)
            return mine

    def wait(self, point, request):
        """Waits here; tells what to do then: `handle`, or `drop` when the client is gone or it was said so."""
        entry = {"number": request.number, "when": point["when"], "method": request.method, "path": request.target,
                 "verdict": None}
        end = time.monotonic() + self.LIMIT
        with self.changed:
            self.held.append(entry)
            self.changed.notify_all()
            while entry["verdict"] is None and time.monotonic() < end:
                self.changed.wait(1)
            self.held.remove(entry)
        verdict = entry["verdict"] or "handle"
        if verdict == "auto":
            return "drop" if request.connection.is_gone() else "handle"
        return verdict

    def first_held(self, timeout):
        """The first request that is held, after waiting for one."""
        end = time.monotonic() + timeout
        with self.changed:
            while not (waiting := [entry for entry in self.held if entry["verdict"] is None]):
                left = end - time.monotonic()
                if left <= 0:
                    return None
                self.changed.wait(left)
            return {name: value for name, value in waiting[0].items() if name != "verdict"}

    def release(self, verdict="auto", number=None):
        """Lets one request, or all that are held, go; tells how many."""
        with self.changed:
            entries = [entry for entry in self.held if entry["verdict"] is None
                       and number in (None, entry["number"])]
            for entry in entries:
                entry["verdict"] = verdict
            self.changed.notify_all()
            return len(entries)
