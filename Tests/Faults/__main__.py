"""Injects faults into commands of relctl, runs each again without a fault, and compares the state in the end."""
from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

import campaign
import kinds
import scenarios
from report import Report
from worker import Broken, Order, Settings


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 Tests/Faults", description=__doc__)
    parser.add_argument("--relctl", required=True, type=Path, help="the executable to test")
    parser.add_argument("--seed", type=int, default=1, help="decides which faults are drawn (1)")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--seconds", type=float, help="start no trial after this time")
    length.add_argument("--trials", type=int, help="number of trials (100)")
    length.add_argument("--replay", metavar="'SCENARIO FAULT'", help="run one trial")
    parser.add_argument("--only", metavar="SCENARIO,…", help="scenarios, instead of all")
    parser.add_argument("--kinds", metavar="KIND,…", help="kinds of faults, instead of all")
    parser.add_argument("--jobs", type=int, default=2, help="number of trials at the same time (2)")
    parser.add_argument("--limit", type=float, default=60, help="seconds after which a run counts as hung (60)")
    parser.add_argument("--keep", action="store_true", help="keep the folders of failed trials")
    return parser.parse_args()


def _chosen(text: str | None, known: list[str], what: str) -> list[str]:
    names = text.split(",") if text else known
    if unknown := [name for name in names if name not in known]:
        sys.exit(f"unknown {what} {', '.join(unknown)}; known: {', '.join(known)}")
    return names


def main() -> int:
    options = _arguments()
    relctl = options.relctl.resolve(strict=True)
    os.environ["FAULTS_RELCTL"] = str(relctl)
    known = list(scenarios.known())
    chosen = _chosen(options.only, known, "scenario")
    kinds_chosen = _chosen(options.kinds, list(kinds.KINDS), "kind")
    jobs, count, deadline = options.jobs, options.trials, None
    if options.replay:
        scenario, _, fault = options.replay.partition(" ")
        _chosen(scenario, known, "scenario")
        source, count, jobs = iter([Order(scenario, str(kinds.parse(fault)).split()[0], 0, fault)]), 1, 1
    else:
        source = campaign.orders(chosen, kinds_chosen)
        if options.seconds:
            deadline = time.monotonic() + options.seconds
        elif count is None:
            count = 100
    work = Path(tempfile.mkdtemp(prefix="faults-", dir="/tmp"))
    settings = Settings(relctl, work, options.seed, options.limit, options.keep)
    report = Report()
    try:
        for result in campaign.results(campaign.Queue(source, count, deadline, jobs), settings, jobs):
            if isinstance(result, Broken):
                report.skip(f"{result.order.scenario} {result.order.kind}: {result.reason}")
            else:
                report.add(result)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    finally:
        if not options.keep:
            shutil.rmtree(work, ignore_errors=True)
    report.write()
    broke = any("skipped:" not in reason for reason in report.skipped)
    return 1 if report.failures or broke else 0


if __name__ == "__main__":
    sys.exit(main())
