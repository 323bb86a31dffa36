#!/usr/bin/env python3
"""Proves the forge on loopback with the real `gh`: releases, runs of workflows and pull requests.

usage: check-with-gh.py [GH]      (default: RELCTL_TEST_GH, or `gh` beside this interpreter, or on PATH)

Prints a line per step and the requests of `gh release create`; ends with 1 when something is not as it should be.
"""

import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

ASSETS = 40
HERE = os.path.dirname(os.path.abspath(__file__))


class Check:
    """A running forge and `gh`."""

    def __init__(self, gh, folder):
        self.gh, self.folder = gh, folder
        socket = os.path.join(folder, "sock")
        self.forge = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "forge"), "--state", os.path.join(folder, "state"), "--unix-socket", socket],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self.forge.stdout.readline()
        assert line.startswith("READY "), line
        self.url = json.loads(line[6:])["url"]
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(("GH_", "GITHUB_"))}
        self.environment.update({"GH_CONFIG_DIR": os.path.join(folder, "gh"), "GH_TOKEN": "the-token", "NO_COLOR": "1",
                                 "GH_NO_UPDATE_NOTIFIER": "1", "GH_PROMPT_DISABLED": "1", "GH_REPO": "octo/tool"})
        self.run("config", "set", "http_unix_socket", socket)

    def run(self, *arguments, status=0):
        """Runs `gh`; its output."""
        done = subprocess.run([self.gh, *arguments], cwd=self.folder, env=self.environment, capture_output=True,
                              text=True, timeout=120, check=False)
        expect(done.returncode == status, f"gh {' '.join(arguments[:4])}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def admin(self, name, value=None, method=None):
        """An admin request."""
        data = None if value is None else json.dumps(value).encode()
        request = urllib.request.Request(f"{self.url}/_fake/{name}", data, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def requests(self):
        """What was asked since the last time."""
        found = self.admin("requests")["requests"]
        self.admin("requests", method="DELETE")
        return found

    def release(self):
        """The only release as the forge sees it."""
        releases = self.admin("state")["repositories"][0]["releases"]
        expect(len(releases) == 1, f"{len(releases)} releases")
        return releases[0]

    def end(self):
        """Ends the forge."""
        self.forge.stdin.close()
        self.forge.wait(10)


def expect(condition, message):
    """Ends with a message when something is not as it should be."""
    if not condition:
        raise SystemExit(f"check-with-gh: {message}")


def files(folder):
    """Files to publish, and their digests."""
    os.mkdir(os.path.join(folder, "in"))
    source, digests = random.Random(1), {}
    for number in range(ASSETS):
        name = f"tool-1.0.0-{number}.{['tar.gz', 'zip', 'deb', 'bin'][number % 4]}"
        data = source.randbytes(source.randrange(1, 200_000))
        with open(os.path.join(folder, "in", name), "wb") as file:
            file.write(data)
        digests[name] = hashlib.sha256(data).hexdigest()
    return digests


def create(check, digests):
    """`gh release create`, with the requests that it sends."""
    paths = [os.path.join("in", name) for name in sorted(digests)]
    check.admin("settings", {"latency": 50})
    begin = time.monotonic()
    out = check.run("release", "create", "v1.0.0", *paths, "--title", "Tool 1.0.0", "--notes", "first")
    taken = time.monotonic() - begin
    check.admin("settings", {"latency": 0})
    expect(out.strip() == "https://github.com/octo/tool/releases/tag/v1.0.0", out)
    log = check.requests()
    kinds = [(one["method"], one["origin"], one["status"]) for one in log]
    uploads = [one for one in log if one["origin"] == "uploads"]
    expect(kinds[:2] == [("HEAD", "api", 404), ("POST", "api", 201)], kinds[:2])
    expect(kinds[2:-1] == [("POST", "uploads", 201)] * ASSETS, kinds)
    expect(kinds[-1] == ("PATCH", "api", 200), kinds[-1])
    starts = [one["started"] for one in uploads]
    workers = max(sum(begin <= other < begin + 0.04 for other in starts) for begin in starts)
    print(f"create: {len(log)} requests in {taken:.2f} s with 50 ms each: HEAD, POST, {len(uploads)} uploads "
          f"(at most {workers} begin within 40 ms), PATCH")
    found = {one["name"]: one["sha256"] for one in check.release()["assets"]}
    expect(found == digests, "the assets are not those that were sent")
    moments = [one["event"] for one in check.admin("state")["history"]]
    expect(moments == ["tag", "release"], moments)


def look(check, digests):
    """`gh release view`, `list` and `download`."""
    fields = "tagName,name,body,isDraft,isPrerelease,url,uploadUrl,assets,author,publishedAt"
    seen = json.loads(check.run("release", "view", "v1.0.0", "--json", fields))
    expect((seen["tagName"], seen["name"], seen["body"], seen["isDraft"]) == ("v1.0.0", "Tool 1.0.0", "first", False), seen)
    expect({one["name"]: one["digest"] for one in seen["assets"]}
           == {name: f"sha256:{digest}" for name, digest in digests.items()}, "view: assets")
    listed = json.loads(check.run("release", "list", "--json", "tagName,isLatest,isDraft"))
    expect(listed == [{"tagName": "v1.0.0", "isLatest": True, "isDraft": False}], listed)
    check.run("release", "download", "v1.0.0", "--dir", "out")
    found = {}
    for name in os.listdir(os.path.join(check.folder, "out")):
        with open(os.path.join(check.folder, "out", name), "rb") as file:
            found[name] = hashlib.sha256(file.read()).hexdigest()
    expect(found == digests, "download: other bytes")
    expect("not found" in check.run("release", "view", "v9", status=1), "view of nothing")
    print("view, list, download: as it was sent")


def edit(check):
    """`gh release edit` and `upload`."""
    check.run("release", "edit", "v1.0.0", "--notes", "second", "--prerelease")
    release = check.release()
    expect((release["body"], release["prerelease"]) == ("second", True), release)
    name = sorted(one["name"] for one in release["assets"])[0]
    with open(os.path.join(check.folder, name), "wb") as file:
        file.write(b"newer")
    out = check.run("release", "upload", "v1.0.0", name, status=1)
    expect("asset under the same name already exists" in out, out)
    check.run("release", "upload", "v1.0.0", name, "--clobber")
    one = next(one for one in check.release()["assets"] if one["name"] == name)
    expect(one["sha256"] == hashlib.sha256(b"newer").hexdigest(), one)
    check.run("release", "delete-asset", "v1.0.0", name, "--yes")
    expect(len(check.release()["assets"]) == ASSETS - 1, "delete-asset")
    print("edit, upload --clobber, delete-asset: done")


def fail(check):
    """What `gh` says of refusals, and that it cleans up."""
    with open(os.path.join(check.folder, "one"), "wb") as file:
        file.write(b"1")
    check.admin("faults", {"match": {"origin": "uploads"}, "times": 1, "effect": {"kind": "rival"}})
    out = check.run("release", "create", "v1.0.0", "--notes", "x", status=1)
    expect("already exists" in out, out)
    out = check.run("release", "create", "v1.0.0", "one", "--notes", "x", status=1)
    expect("a release with the same tag name already exists: v1.0.0" in out, out)
    check.requests()
    out = check.run("release", "create", "v2.0.0", "one", "--notes", "x", status=1)
    expect("ReleaseAsset.name already exists" in out, out)
    expect(check.requests()[-1]["method"] == "DELETE", "the draft was not removed")
    check.admin("faults", {"match": {"origin": "uploads"}, "times": 1, "effect": {"kind": "answer", "status": 502}})
    check.run("release", "create", "v3.0.0", "one", "--notes", "x", "--draft")
    print(f"422 by a rival and 502: {[one['method'] for one in check.requests()]}")
    for tag in ("v3.0.0", "v1.0.0"):
        check.run("release", "delete", tag, "--yes", "--cleanup-tag" if tag == "v1.0.0" else "--yes")
    repository = check.admin("state")["repositories"][0]
    expect((repository["releases"], repository["tags"]) == ([], []), repository)
    print("delete: nothing is left")


def work(check):
    """`gh run`, `gh workflow` and `gh pr`."""
    commit, branch = "a" * 40, "b" * 40
    where = {"owner": "octo", "name": "tool"}
    check.admin("repositories", {**where, "tags": {"v4.0.0": commit}, "branches": {"relctl/v4.0.0": branch},
                                 "workflows": [{"file": "release.yml", "name": "Release"},
                                               {"file": "ci.yml", "dispatch": False}]})
    check.admin("runs", {**where, "workflow": "ci.yml", "tag": "v4.0.0", "status": "completed", "conclusion": "failure"})
    check.run("workflow", "run", "release.yml", "--ref", "v4.0.0")
    fields = "databaseId,headBranch,headSha,event,status,conclusion,workflowName,url"
    runs = json.loads(check.run("run", "list", "--commit", commit, "--json", fields))
    shown = [(one["workflowName"], one["headBranch"], one["event"], one["status"], one["conclusion"]) for one in runs]
    expect(shown == [("Release", "v4.0.0", "workflow_dispatch", "completed", "success"),
                     ("ci.yml", "v4.0.0", "push", "completed", "failure")], shown)
    one = json.loads(check.run("run", "view", str(runs[1]["databaseId"]), "--json", "conclusion,headSha,url"))
    expect(one == {"conclusion": "failure", "headSha": commit, "url": runs[1]["url"]}, one)
    listed = json.loads(check.run("run", "list", "--workflow", "release.yml", "--json", "workflowName"))
    expect(listed == [{"workflowName": "Release"}], listed)
    out = check.run("workflow", "run", "ci.yml", "--ref", "v4.0.0", status=1)
    expect("does not have 'workflow_dispatch' trigger" in out, out)
    made = json.loads(check.run("api", "repos/octo/tool/pulls", "-f", "title=Release 4.0.0", "-f", "head=relctl/v4.0.0",
                                "-f", "base=main", "-f", "body=text"))
    expect((made["number"], made["head"]["sha"]) == (1, branch), made)
    fields = "number,state,title,headRefName,headRefOid,baseRefName,mergeCommit,url"
    seen = json.loads(check.run("pr", "view", "1", "--json", fields))
    expect(seen == {"number": 1, "state": "OPEN", "title": "Release 4.0.0", "headRefName": "relctl/v4.0.0",
                    "headRefOid": branch, "baseRefName": "main", "mergeCommit": None,
                    "url": "https://github.com/octo/tool/pull/1"}, seen)
    check.run("api", "-X", "PUT", "repos/octo/tool/pulls/1/merge")
    listed = json.loads(check.run("pr", "list", "--state", "merged", "--json", "number,mergeCommit"))
    expect(listed == [{"number": 1, "mergeCommit": {"oid": branch}}], listed)
    print("run list and view, workflow run, pr view and list: as it is")


def main():
    """All steps."""
    beside = os.path.join(os.path.dirname(sys.executable), "gh")
    gh = (sys.argv[1:] or [os.environ.get("RELCTL_TEST_GH") or (beside if os.path.exists(beside) else shutil.which("gh"))])[0]
    expect(gh, "there is no gh")
    with tempfile.TemporaryDirectory() as folder:
        check = Check(gh, folder)
        try:
            check.admin("repositories", {"owner": "octo", "name": "tool", "branches": {"main": "a" * 40},
                                         "tokens": [{"token": "the-token"}]})
            digests = files(folder)
            create(check, digests)
            look(check, digests)
            edit(check)
            fail(check)
            work(check)
        finally:
            check.end()


if __name__ == "__main__":
    main()
