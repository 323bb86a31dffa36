"""Packs a small and a large file with relctl and says how much memory that took; started by memory.sh."""

import argparse
import os
import pathlib
import random
import shutil
import sys

import corpus
import figures
import release_case

SMALL = 200
FORMATS = {"tar.gz": corpus.TARGETS[0], "zip": corpus.TARGETS[-1]}
# How much more one peak may be than another that is to be the same.
TOLERANCE = 1.10


def write_large(path, megabytes):
    """Half noise, half text: neither is easy for a compressor in the same way."""
    noise = random.Random(1).randbytes(1 << 20)
    text = b"".join(b"%d,%d,some words that come again\n" % (i, i * i) for i in range(40_000))[: 1 << 20]
    path.parent.mkdir(parents=True)
    with open(path, "wb") as file:
        for index in range(megabytes):
            part = noise if index % 2 else text
            turn = index * 4099 % len(part)
            file.write(part[turn:] + part[:turn])


def peaks(options, megabytes):
    """Packs and verifies a file in each format, prints what that took, and returns the peaks by what was done."""
    found = {}
    for form, target in FORMATS.items():
        project = options.work / "project"
        project.mkdir()
        release_case.write_flat_project(project, target, lambda files: write_large(files / "large.bin", megabytes))
        for step in (["release", f"v{release_case.VERSION}"], ["verify"]):
            taken = figures.run([options.relctl, "--quiet", *step], project)
            found[f"{form} {step[0]}"] = taken.peak
            rate, peak = megabytes / taken.seconds, taken.peak / (1 << 20)
            print(f"{f'{megabytes} MB, {form} {step[0]}':<26} {taken.seconds:8.1f} {rate:6.0f} {peak:8.1f}", flush=True)
        shutil.rmtree(project)
    return found


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--size", type=int, required=True)
    options.add_argument("--relctl", required=True)
    options.add_argument("--work", type=pathlib.Path, required=True)
    options = options.parse_args()
    os.environ.update(release_case.ENVIRONMENT, XDG_CACHE_HOME=str(options.work / "cache"))
    print(f"{'what':<26} {'seconds':>8} {'MB/s':>6} {'peak MB':>8}")
    small, large = peaks(options, SMALL), peaks(options, options.size)
    print(f"bound: {figures.PEAK_BOUND >> 20} MB, and within {TOLERANCE - 1:.0%} of each other")
    over = [what for what in small if max(small[what], large[what]) > figures.PEAK_BOUND]
    apart = [what for what in small
             if max(small[what], large[what]) > TOLERANCE * min(small[what], large[what])]
    print(f"NOT KEPT: {', '.join(over + apart)}" if over or apart else "kept")
    sys.exit(1 if over or apart else 0)


main()
