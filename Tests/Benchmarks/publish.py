"""Publishes the same files by relctl and by gh to a forge on loopback, in turns; started by publish.sh."""

import argparse
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import urllib.request

import figures

TOKEN = "ghp_benchmark0123456789"
FORMATS = ["tar", "tar.gz", "zip"]
TARGETS = [
    f"{arch}-unknown-linux-{libc}" for libc in ("gnu", "musl")
    for arch in ("x86_64", "aarch64", "riscv64gc", "powerpc64le", "s390x", "i686")
] + ["aarch64-apple-darwin"]
FILE_SIZE = 5_000_000
BOUND = 0.7
ENVIRONMENT = {
    "PATH": os.environ["PATH"], "GITHUB_TOKEN": TOKEN, "GH_TOKEN": TOKEN,
    "GH_NO_UPDATE_NOTIFIER": "1", "GH_PROMPT_DISABLED": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
}


class Forge:
    """The forge on loopback, and what it saw."""

    def __init__(self, program, work, latency):
        self.socket = work / "socket"
        self.latency = latency
        self.process = subprocess.Popen(
            [sys.executable, program, "--state", work / "forge", "--discard",
             "--unix-socket", self.socket],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        self.url = json.loads(self.process.stdout.readline().split(" ", 1)[1])["url"]

    def ask(self, method, path, value=None):
        body = None if value is None else json.dumps(value).encode()
        request = urllib.request.Request(f"{self.url}/_fake/{path}", data=body, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def begin(self, commit):
        """Forgets what was published."""
        self.ask("POST", "reset")
        self.ask("POST", "settings", {"latency": self.latency})
        self.ask("POST", "repositories", {
            "owner": "acme", "name": "app", "branches": {"main": commit}, "tags": {"v1.0.0": commit},
            "tokens": [{"token": TOKEN, "push": True, "pull": True, "kind": "classic", "scopes": ["repo"],
                        "limit": 1_000_000, "remaining": 1_000_000}],
        })

    def assets(self):
        repository, = self.ask("GET", "state")["repositories"]
        release, = repository["releases"]
        assert release["visibility"] == "public", release
        return {asset["name"]: asset["sha256"] for asset in release["assets"]}


def git(folder, *arguments):
    return subprocess.run(
        ["git", *arguments], cwd=folder, env=ENVIRONMENT, check=True, text=True, capture_output=True
    ).stdout.strip()


def project(folder, forge, relctl):
    """A project whose release is made, ready to be published."""
    folder.mkdir()
    # Fills all formats alike: what cannot be compressed.
    (folder / "data").write_bytes(random.Random(20261122).randbytes(FILE_SIZE))
    (folder / "VERSION").write_text("1.0.0\n")
    (folder / "relctl.json").write_text(json.dumps({
        "name": "app", "repository": "acme/app",
        "targets": {target: {} for target in TARGETS},
        "archive": {"formats": {"default": FORMATS}, "contents": [{"files": ["data"]}]},
        "checksums": {"sidecars": False, "combined": False},
        "publish": [{"to": "github", "api": forge.url}],
    }))
    for command in (["init", "-qb", "main"], ["config", "user.name", "a"], ["config", "user.email", "a@example.org"],
                    ["add", "-A"], ["commit", "-qm", "feat: all"], ["tag", "-am", "1.0.0", "v1.0.0"]):
        git(folder, *command)
    subprocess.run([relctl, "release", "v1.0.0", "--skip", "publish", "-q"], cwd=folder, env=ENVIRONMENT, check=True,
                   stdout=subprocess.DEVNULL)
    return git(folder, "rev-parse", "HEAD")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--latency", type=int, default=100)
    options.add_argument("--relctl", required=True)
    options.add_argument("--gh", required=True)
    options.add_argument("--forge", required=True)
    options = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="relctl-publish.") as work:
        compare(options, pathlib.Path(work))


def compare(options, work):
    forge = Forge(options.forge, work, options.latency)
    # Neither side finds what somebody configured, nor leaves anything.
    (work / "home").mkdir()
    ENVIRONMENT["HOME"] = str(work / "home")
    try:
        folder = work / "project"
        commit = project(folder, forge, options.relctl)
        files = sorted(path for path in (folder / "dist").iterdir()
                       if path.is_file() and path.name not in ("plan.json", "NOTES.md", "journal.jsonl"))
        wanted = {path.name: figures.file_digest(path) for path in files}
        total = sum(path.stat().st_size for path in files)
        print(f"{len(files)} files, {total / 1e6:.1f} MB, {options.latency} ms for each request")
        home = work / "home"
        (home / "config.yml").write_text(f"http_unix_socket: {forge.socket}\n")
        os.environ.update(ENVIRONMENT, GH_CONFIG_DIR=str(home))

        def published(command):
            forge.begin(commit)
            taken = figures.run(command, folder)
            figures.expect_same(forge.assets(), wanted, " ".join(map(str, command[:3])))
            return taken

        publish = [options.relctl, "publish", "v1.0.0", "-q"]
        create = [options.gh, "release", "create", "v1.0.0", "--repo", "acme/app", "--notes", "x", *files]
        published(publish)
        repeated(forge, publish, folder, len(files))
        ours, theirs = figures.in_turns(options.rounds, lambda: published(publish), lambda: published(create))
        own, their = figures.median(ours), figures.median(theirs)
        ratio = own / their
        print(f"relctl publish {own:.3f} s, peak {figures.peak(ours) / 1e6:.1f} MB; "
              f"gh release create {their:.3f} s: {ratio:.3f} of it, at most {BOUND}: "
              f"{'kept' if ratio <= BOUND else 'NOT KEPT'}")
        sys.exit(0 if ratio <= BOUND else 1)
    finally:
        forge.process.stdin.close()
        forge.process.wait()


def repeated(forge, command, folder, files):
    """Publishes what is there already, and looks at what that asks."""
    forge.ask("DELETE", "requests")
    taken = figures.run(command, folder)
    requests = forge.ask("GET", "requests")["requests"]
    limit = 5 + math.ceil(files / 100) + 1
    kept = len(requests) <= limit and all(request["method"] == "GET" for request in requests)
    print(f"again: {len(requests)} requests, at most {limit}, all GET: {'kept' if kept else 'NOT KEPT'}; "
          f"{taken.seconds:.3f} s")
    if not kept:
        sys.exit(1)


main()
