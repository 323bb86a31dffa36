"""Plans a hundred repositories, and asks their remotes one after the other; started by workspace.sh."""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from figures import in_turns, median, peak, run

COUNT = 100
BOUND = 3.0
PEAK_BOUND = 64 << 20


def git(*arguments, folder=None):
    subprocess.run(["git", *map(str, arguments)], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def make(folder):
    """A hundred bare repositories, each with a head of its own, and their workspace, in which all need the first."""
    source = folder / "source"
    git("init", "-q", "--initial-branch=main", source)
    (source / "VERSION").write_text("1.0.0\n")
    (source / "ci.yml").write_text("env:\n  CORE: 1.0.0\n")
    git("add", "-A", folder=source)
    git("commit", "-q", "-m", "Begin", folder=source)
    git("tag", "-a", "v1.0.0", "-m", "v1.0.0", folder=source)
    repositories = {}
    for number in range(COUNT):
        remote = folder / f"r{number}.git"
        git("init", "-q", "--bare", "--initial-branch=main", remote)
        git("commit", "-q", "--allow-empty", "-m", f"r{number}", folder=source)
        git("push", "-q", remote, "main", "v1.0.0", folder=source)
        repositories[f"r{number}"] = {"url": str(remote)}
        if number:
            edit = {"file": "ci.yml", "yaml": "env.CORE", "of": "r0", "value": "{{version}}"}
            repositories[f"r{number}"] |= {"needs": ["r0"], "edits": [edit]}
    workspace = {"name": "many", "repositories": repositories}
    (folder / "relctl-workspace.json").write_text(json.dumps(workspace))
    return [str(folder / f"r{number}.git") for number in range(COUNT)]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--relctl", required=True)
    options.add_argument("--rounds", type=int, default=5)
    options = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="relctl-workspace.") as name:
        folder = pathlib.Path(name)
        os.environ |= {
            "HOME": name, "XDG_CACHE_HOME": f"{name}/cache", "XDG_STATE_HOME": f"{name}/state",
            "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org",
            "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org",
        }
        remotes = make(folder)
        plan = [options.relctl, "workspace", "plan", "2.0.0"]
        asking = "; ".join(f"git ls-remote -- '{remote}' >/dev/null" for remote in remotes)

        def cold():
            shutil.rmtree(folder / "cache", ignore_errors=True)
            return run(plan, folder)

        run(asking, folder)
        sides = [lambda: run(asking, folder), cold, lambda: run(plan, folder)]
        asked, planned, again = in_turns(options.rounds, *sides)
        failed = False
        for what, taken in [("without mirrors", planned), ("with mirrors", again)]:
            ratio = median(taken) / median(asked)
            failed |= ratio > BOUND or peak(taken) > PEAK_BOUND
            print(
                f"{COUNT} repositories, {what}: {median(taken):.3f} s beside {median(asked):.3f} s: {ratio:.2f}"
                f" (at most {BOUND}), peak {peak(taken) / 1e6:.1f} MB"
            )
        sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
