"""Prints progress, failures and the final table."""
from __future__ import annotations

import collections
import sys

from trial import Verdict


class Report:
    """Counts verdicts by scenario and kind."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], collections.Counter] = collections.defaultdict(collections.Counter)
        self.failures: list[Verdict] = []
        # How many trials could not be run, by reason.
        self.skipped: collections.Counter = collections.Counter()
        self._total = 0

    def add(self, verdict: Verdict) -> None:
        """Counts a verdict, and prints one line of progress."""
        counts = self._counts[verdict.scenario, verdict.fault.split()[0]]
        counts["trials"] += 1
        counts["hit"] += verdict.was_hit
        counts["file removed"] += bool(verdict.removed_file)
        outcome = "failed" if verdict.failure else "void" if verdict.is_void else "held"
        counts[outcome] += 1
        self._total += 1
        if verdict.failure:
            self.failures.append(verdict)
        codes = " ".join(str(code) for code in verdict.codes)
        words = f"{verdict.failure or outcome:13} {verdict.scenario} {verdict.fault} [{codes}] {verdict.seconds:.1f} s"
        print(f"{self._total:5} {words}", file=sys.stderr)

    def skip(self, reason: str) -> None:
        """Counts a trial that could not be run."""
        if reason not in self.skipped:
            print(f"not run: {reason}", file=sys.stderr)
        self.skipped[reason] += 1

    def write(self) -> None:
        """Prints the table, one block for each failure, and the line that ends the report."""
        for reason, count in self.skipped.items():
            print(f"{count} × not run: {reason}\n")
        columns = ("trials", "hit", "held", "failed", "void", "file removed")
        rows = [("scenario", "kind", *columns)]
        for (scenario, kind), counts in sorted(self._counts.items()):
            rows.append((scenario, kind, *(str(counts[name]) for name in columns)))
        total = sum((counts for counts in self._counts.values()), collections.Counter())
        rows.append(("all", "", *(str(total[name]) for name in columns)))
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        for row in rows:
            names = [cell.ljust(width) for cell, width in zip(row[:2], widths)]
            print("  ".join([*names, *(cell.rjust(width) for cell, width in zip(row[2:], widths[2:]))]))
        # At the end: a log that is cut off at its start keeps what matters.
        for verdict in self.failures:
            print("\n" + _block(verdict))
        print(f"\n{total['held']} passed, {total['failed']} failed")


def _block(verdict: Verdict) -> str:
    lines = [f"{verdict.failure}: --replay '{verdict.scenario} {verdict.fault}'"]
    for index, (code, errors) in enumerate(zip(verdict.codes, verdict.errors)):
        lines.append(f"  run {index + 1} ended with {'nothing: it hung' if code is None else code}")
        lines += ["    | " + line for line in _excerpt(errors.strip().splitlines())]
    if verdict.removed_file:
        lines.append(f"  removed as the hint says: {verdict.removed_file}")
    lines += ["  " + line for line in verdict.details[:40]]
    if len(verdict.details) > 40:
        lines.append(f"  … {len(verdict.details) - 40} more lines")
    return "\n".join(lines)


def _excerpt(lines: list[str]) -> list[str]:
    """Returns the last lines, or of a crash those that say where it was."""
    for index, line in enumerate(lines):
        if line.endswith("crashed:"):
            return lines[max(0, index - 4):index + 14]
    return lines[-8:]
