"""Tells a long history with relctl and with its peers, in turns; started by notes.sh."""

import argparse
import json
import os
import pathlib
import subprocess

import figures
import history
from figures import median, peak

FIELDS = "%H%x00%P%x00%aN%x00%aE%x00%ct%x00%B"


class Bench:
    """A clone of the history with what each side wants to be told, and the environment for all."""

    def __init__(self, options, work):
        self.options = options
        self.folder = work / "history"
        os.environ.update(GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_SYSTEM=os.devnull, GIT_TERMINAL_PROMPT="0")
        if not self.folder.exists():
            source = options.history or os.environ.get("RELCTL_HISTORY")
            if not source:
                source = work / "made"
                history.make(source)
            subprocess.run(["git", "clone", "--quiet", source, self.folder], check=True)
        # Outside of what git sees, so that the working tree is clean.
        (self.folder / ".git" / "info" / "exclude").write_text(".relctl.json\n.cz.toml\n")
        (self.folder / ".relctl.json").write_text(json.dumps({"name": "history", "version": {"manifests": []}}))
        (self.folder / ".cz.toml").write_text(
            '[tool.commitizen]\nversion_provider = "scm"\ntag_format = "v$version"\n')
        self.latest = self.git("describe", "--tags", "--abbrev=0", "--exclude", "*-*").strip()
        self.expect_gits_commits()

    def git(self, *arguments):
        return subprocess.run(["git", "-C", self.folder, *arguments], check=True, capture_output=True, text=True).stdout

    def relctl(self, *arguments):
        return figures.run([self.options.relctl, "--quiet", *arguments], self.folder)

    def expect_gits_commits(self):
        """Ends everything where the commits of a release are not those that git lists, by plain git's nearest tag."""
        command = [self.options.relctl, "--quiet", "--json", "notes", "--all"]
        told = json.loads(subprocess.run(command, cwd=self.folder, check=True, capture_output=True).stdout)
        for release in told["releases"]:
            tag = release["tag"]
            tip = f"{tag}^" if tag else "HEAD"
            only = ["--exclude", "*-*"] if tag and "-" not in tag else []
            nearest = subprocess.run(
                ["git", "-C", self.folder, "describe", "--tags", "--abbrev=0", *only, tip],
                capture_output=True, text=True).stdout.strip()
            commits = self.git("rev-list", *([f"{nearest}..{tag or 'HEAD'}"] if nearest else [tag or "HEAD"])).split()
            own = sorted(commit["id"] for commit in release["commits"])
            figures.expect_same(own, sorted(commits), f"the commits of {tag or 'what is not released'}")

    def compare(self, name, own, other, bound, table):
        """Compares the wall time of a subcommand with that of a peer; returns both sides' runs."""
        sides = figures.in_turns(
            self.options.rounds, lambda: self.relctl(*own), lambda: figures.run(other, self.folder))
        table.add(name, *map(median, sides), bound, " ".join(pathlib.Path(word).name for word in other[:3]))
        return sides


def log(bench, table):
    """the whole history, beside git log of all fields"""
    bench.compare("whole history", ["notes", "--all"], ["git", "log", "-z", f"--format={FIELDS}"], 2.0, table)


def cliff(bench, table):
    """the whole history, beside git-cliff, and the memory of both"""
    own, other = bench.compare("whole history", ["notes", "--all"], [bench.options.cliff], 0.03, table)
    table.add("whole history, memory", peak(own) / (1 << 20), peak(other) / (1 << 20), 0.25, "git-cliff", unit="MB")


def commitizen(bench, table):
    """the whole history, beside cz changelog"""
    other = [bench.options.cz, "changelog", "--dry-run"]
    bench.compare("whole history", ["notes", "--all"], other, 0.5, table)


def bump(bench, table):
    """the next version, beside git-cliff --bumped-version"""
    other = [bench.options.cliff, "--bumped-version"]
    bench.compare("next version", ["bump", "auto", "--dry-run"], other, 0.005, table)


def latest(bench, table):
    """the latest release's notes, beside git-cliff --latest"""
    bench.compare("latest release", ["notes", bench.latest], [bench.options.cliff, "--latest"], 1.5, table)


def paths(bench, table):
    """the whole history of one folder of forty, beside git log of the folder"""
    own = ["notes", "--all", "--paths", "pkg/p00"]
    other = ["git", "log", "-z", f"--format={FIELDS}", "--", "pkg/p00"]
    bench.compare("whole history, one folder", own, other, 2.0, table)


FIGURES = {"log": log, "cliff": cliff, "commitizen": commitizen, "bump": bump, "latest": latest, "paths": paths}


def main():
    options = figures.parser(FIGURES)
    options.add_argument("--history", type=pathlib.Path, help="read a clone of this repository")
    for name in ["relctl", "cliff", "cz"]:
        options.add_argument(f"--{name}", required=True, help=argparse.SUPPRESS)
    figures.measure(options.parse_args(), FIGURES, Bench)


main()
