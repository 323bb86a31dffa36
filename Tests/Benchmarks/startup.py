"""Times commands in turns and compares their medians; started by startup.sh."""

import argparse
import os
import statistics
import subprocess
import sys
import time


def seconds(command, folder):
    start = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, required=True)
    options.add_argument("--relctl", required=True)
    options.add_argument("--gh", required=True)
    options.add_argument("--project", required=True)
    options = options.parse_args()
    os.environ["GH_NO_UPDATE_NOTIFIER"] = "1"
    rival = "gh --version"
    commands = {
        rival: ([options.gh, "--version"], None),
        "relctl --version": ([options.relctl, "--version"], 0.3),
        "relctl plan": ([options.relctl, "plan", "v1.0.0"], 0.6),
    }
    times = {name: [] for name in commands}
    for round_number in range(options.rounds + 3):
        for name, (command, _) in commands.items():
            taken = seconds(command, options.project)
            # The first rounds fill the machine's caches.
            if round_number >= 3:
                times[name].append(taken)
    reference = statistics.median(times[rival])
    failed = False
    print(f"{'command':<18} {'median':>9} {'fastest':>9} {'of gh':>7} {'bound':>6}")
    for name, (_, bound) in commands.items():
        median = statistics.median(times[name])
        line = f"{name:<18} {median * 1000:7.1f}ms {min(times[name]) * 1000:7.1f}ms {median / reference:7.3f}"
        if bound is not None:
            kept = median / reference <= bound
            failed |= not kept
            line += f" {bound:6.1f} {'kept' if kept else 'NOT KEPT'}"
        print(line)
    sys.exit(1 if failed else 0)


main()
