"""Packs one large file with relctl and says how much memory that took; started by memory.sh."""

import argparse
import os
import pathlib
import random
import subprocess
import sys
import time

BOUND = 64 << 20

CONFIGURATION = """{
  name: "large",
  version: { manifests: [] },
  targets: { "x86_64-unknown-linux-gnu": {} },
  archive: { formats: { default: "%s" }, contents: [{ files: ["large.bin"] }] },
}
"""


def write_large(path, megabytes):
    """Half noise, half text: neither is easy for a compressor in the same way."""
    noise = random.Random(1).randbytes(1 << 20)
    text = b"".join(b"%d,%d,some words that come again\n" % (i, i * i) for i in range(40_000))[: 1 << 20]
    with open(path, "wb") as file:
        for index in range(megabytes):
            part = noise if index % 2 else text
            turn = index * 4099 % len(part)
            file.write(part[turn:] + part[:turn])


def measured(command, folder):
    """Runs a program and returns its seconds and the most bytes it held at a time."""
    start = time.perf_counter()
    child = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"memory.py: {command} ended with {child.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024
    return time.perf_counter() - start, usage.ru_maxrss * unit


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--size", type=int, required=True)
    options.add_argument("--relctl", required=True)
    options.add_argument("--work", type=pathlib.Path, required=True)
    options = options.parse_args()
    project = options.work / "large"
    project.mkdir()
    write_large(project / "large.bin", options.size)
    environment = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
    environment |= {f"GIT_{who}_{what}": "ada@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    os.environ.update(environment)
    (project / ".gitignore").write_text("/large.bin\n/dist/\n")
    worst = 0
    print(f"{'what':<22} {'seconds':>8} {'MB/s':>6} {'peak MB':>8}")
    for number, form in enumerate(("tar.gz", "zip")):
        (project / "relctl.json").write_text(CONFIGURATION % form)
        if number == 0:
            subprocess.run(["git", "init", "--quiet", "-b", "main", "."], cwd=project, check=True)
        subprocess.run(["git", "add", "--all"], cwd=project, check=True)
        subprocess.run(["git", "commit", "--quiet", "-m", f"feat: {form}"], cwd=project, check=True)
        subprocess.run(["git", "tag", "-a", "-m", form, f"v1.0.{number}"], cwd=project, check=True)
        for step in (["release", f"v1.0.{number}", "--quiet"], ["verify", "--quiet"]):
            taken, peak = measured([options.relctl, *step], project)
            worst = max(worst, peak)
            print(f"{form + ' ' + step[0]:<22} {taken:8.1f} {options.size / taken:6.0f} {peak / (1 << 20):8.1f}")
    kept = worst < BOUND
    print(f"bound: {BOUND >> 20} MB, {'kept' if kept else 'NOT KEPT'}")
    sys.exit(0 if kept else 1)


main()
