"""Runs of workflows, checks of commits and pull requests, whichever forge shows them."""

import fnmatch
import os
import subprocess
import time
from dataclasses import dataclass, field

from state import Asset, Release, described_assets, moment


@dataclass
class Run:
    """A run of a workflow, or a pipeline."""

    id: int
    workflow: str
    ref: str
    is_tag: bool
    sha: str
    event: str = "push"
    status: str = "queued"
    conclusion: str = None
    number: int = 1
    attempt: int = 1
    begun: float = field(default_factory=time.time)
    created: str = field(default_factory=moment)
    plan: dict = None  # what it does by itself; nothing for one that the test moves


@dataclass
class Pull:
    """A pull request."""

    id: int
    number: int
    title: str
    body: str
    branch: str
    base: str
    head: str
    author: str = "octocat"
    state: str = "open"
    merged: str = None
    merged_at: str = None
    created: str = field(default_factory=moment)


def workflow(repository, name):
    """The workflow with this file, id or number."""
    for index, one in enumerate(repository.workflows, 1):
        if name in (one["file"], f".github/workflows/{one['file']}", str(index)):
            return index, one
    return None, None


def start(forge, repository, plan, ref, is_tag, sha, event):
    """Begins a run of a workflow."""
    number = 1 + sum(one.workflow == plan["file"] for one in repository.runs)
    run = Run(forge.next_id(), plan["file"], ref, is_tag, sha, event, number=number, plan=plan)
    repository.runs.append(run)
    return run


def catch_up(forge, repository, request=None):
    """Takes over what was pushed into the repository's folder, starts what that starts, ends what is due."""
    if repository.git_directory:
        pushed(forge, repository, request)
    if repository.merges:
        for pull in [one for one in repository.pulls if one.state == "open"]:
            merge(repository, pull, repository.merges)
    for run in list(repository.runs):
        if run.plan is None or run.status == "completed":
            continue
        if time.time() - run.begun < run.plan.get("seconds", 0):
            run.status = "in_progress"
            continue
        run.status, run.conclusion = "completed", run.plan.get("conclusion", "success")
        if run.conclusion == "success" and "release" in run.plan and run.is_tag:
            publish(forge, repository, request, run)


def publish(forge, repository, request, run):
    """What a release workflow leaves: a release of the tag with its files."""
    if any(one.tag == run.ref for one in repository.releases):
        return
    given = run.plan["release"] or {}
    release = Release(forge.next_id(), run.ref, repository.default_branch, run.ref, draft=given.get("draft", False))
    for asset in given.get("assets", []):
        release.assets.append(Asset(forge.next_id(), asset["name"], None, "application/octet-stream",
                                    forge.store(asset.get("text", "").encode())))
        release.links.append({"id": forge.next_id(), "name": asset["name"], "filepath": None, "link_type": "other",
                              "url": f"https://example.org/{asset['name']}"})
    repository.releases.append(release)
    if not release.draft:
        release.published, release.immutable, repository.latest = moment(), repository.immutable, release.id
        forge.saw(request, repository, "release", tag=run.ref, assets=described_assets(release))


def git(repository, *arguments):
    """What git says of the repository's folder."""
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
                   **{f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER")
                      for what, value in (("NAME", "Forge"), ("EMAIL", "forge@example.org"),
                                          ("DATE", "2026-01-02T03:04:05Z"))}}
    done = subprocess.run(["git", "--git-dir", repository.git_directory, *arguments], capture_output=True, text=True,
                          env=environment, timeout=60, check=True)
    return done.stdout.strip()


def pushed(forge, repository, request):
    """Takes tags and branches over from the folder, with runs for tags that are new."""
    listed = git(repository, "for-each-ref", "--format=%(objectname) %(*objectname) %(refname)")
    branches, tags = {}, {}
    for line in listed.splitlines():
        identifier, peeled, name = line.split(" ", 2)
        commit = peeled or identifier
        if name.startswith("refs/heads/"):
            branches[name.removeprefix("refs/heads/")] = commit
        elif name.startswith("refs/tags/"):
            tags[name.removeprefix("refs/tags/")] = identifier
            if peeled:
                repository.annotated[identifier] = {"commit": commit, "tag": name[10:], "message": ""}
        repository.commits.setdefault(commit, moment(repository.created))
    known = repository.tags
    repository.branches, repository.tags = branches, tags
    for tag in sorted(set(tags) - set(known)):
        forge.saw(request, repository, "tag", tag=tag, sha=tags[tag])
        for plan in repository.workflows:
            if fnmatch.fnmatch(tag, plan.get("tags") or ""):
                start(forge, repository, plan, tag, True, repository.commit_of(tag), "push")
    for pull in repository.pulls:
        if pull.state == "open" and pull.branch in branches:
            pull.head = branches[pull.branch]


def open_pull(forge, repository, given, author):
    """Opens a request."""
    number = 1 + max((one.number for one in repository.pulls), default=0)
    pull = Pull(forge.next_id(), number, given["title"], given.get("body"), given["branch"], given["base"],
                repository.branches[given["branch"]], author)
    repository.pulls.append(pull)
    return pull


def existing_pull(repository, branch, base):
    """The open request of a branch."""
    return next((one for one in repository.pulls
                 if (one.branch, one.base, one.state) == (branch, base, "open")), None)


def merge(repository, pull, method="merge", sha=None):
    """Merges a request: in the repository's folder if there is one."""
    if repository.git_directory:
        base = repository.branches[pull.base]
        tree = git(repository, "merge-tree", "--write-tree", base, pull.head).splitlines()[0]
        parents = ["-p", base] + (["-p", pull.head] if method == "merge" else [])
        # As GitHub does it, with a commit of its own even where the branch could be taken as it is.
        message = git(repository, "log", "-1", "--format=%B", pull.head) if method == "rebase" else \
            f"{pull.title} (#{pull.number})"
        sha = git(repository, "commit-tree", tree, *parents, "-m", message)
        git(repository, "update-ref", f"refs/heads/{pull.base}", sha, base)
    repository.branches[pull.base] = pull.merged = sha or pull.head
    repository.commits.setdefault(pull.merged, moment())
    pull.state, pull.merged_at = "closed", moment()
    if repository.deletes_branches:
        del repository.branches[pull.branch]
        if repository.git_directory:
            git(repository, "update-ref", "-d", f"refs/heads/{pull.branch}")


# Set by tests.

def set_run(server, _, given):
    """Adds a run of a tag or a branch, or changes the one with this id, or starts it anew."""
    forge = server.forge
    repository = forge.repository(given["owner"], given["name"])
    with repository.lock:
        run = next((one for one in repository.runs if one.id == given.get("id")), None)
        if run is None:
            is_tag = "tag" in given
            ref = given["tag"] if is_tag else given.get("branch", repository.default_branch)
            sha = given.get("sha") or (repository.commit_of(ref) if is_tag else repository.branches[ref])
            run = start(forge, repository, {"file": given["workflow"]}, ref, is_tag, sha, given.get("event", "push"))
        run.plan = None
        for key in ("status", "conclusion", "attempt"):
            if key in given:
                setattr(run, key, given[key])
        return {"id": run.id}


def set_check(server, _, given):
    """Says something of a commit: {owner, name, sha, check, status, conclusion} or {…, context, state}, with a url."""
    repository = server.forge.repository(given["owner"], given["name"])
    with repository.lock:
        of_commit = repository.checks.setdefault(given["sha"], {})
        of_commit[given.get("check") or given["context"]] = {"id": server.forge.next_id(), **given}
    return {}


def set_pull(server, _, given):
    """Opens, merges, closes or reopens a request: {owner, name, number, merge: METHOD, sha}, {…, close: true or false} or
    {…, branch, base}."""
    repository = server.forge.repository(given["owner"], given["name"])
    with repository.lock:
        catch_up(server.forge, repository)
        pull = next((one for one in repository.pulls if one.number == given.get("number")), None)
        if pull is None:
            pull = open_pull(server.forge, repository, {"title": "a request", **given}, "somebody")
        if "merge" in given:
            merge(repository, pull, given["merge"], given.get("sha"))
        elif "close" in given:
            pull.state = "closed" if given["close"] else "open"
        return {"number": pull.number, "merged": pull.merged}
