"""Runs, checks and pull requests in all three forges' words."""

import os
import subprocess
import tempfile
import unittest

from client import MAIN, ForgeCase, ask

NEXT = "e" * 40


class Runs(ForgeCase):
    """Runs of workflows and pipelines."""

    def setUp(self):
        super().setUp()
        self.repository(tags={"v1": MAIN}, workflows=[{"file": "release.yml"}, {"file": "ci.yml", "dispatch": False}])

    def run_of(self, **given):
        """Adds or changes a run."""
        return self.admin("runs", {"owner": "o", "name": "r", **given})["id"]

    def test_runs_are_what_the_test_says(self):
        identifier = self.run_of(workflow="release.yml", tag="v1")
        self.run_of(workflow="ci.yml", branch="main", status="completed", conclusion="success")
        runs = self.call("GET", f"/actions/runs?head_sha={MAIN}").json
        self.assertEqual((runs["total_count"], [one["head_branch"] for one in runs["workflow_runs"]]), (2, ["main", "v1"]))
        only = self.call("GET", "/actions/runs?branch=v1").json["workflow_runs"]
        self.assertEqual([(one["path"], one["status"], one["conclusion"]) for one in only],
                         [(".github/workflows/release.yml", "queued", None)])
        self.run_of(id=identifier, status="completed", conclusion="failure")
        self.assertEqual(self.call("GET", f"/actions/runs/{identifier}").json["conclusion"], "failure")
        gitlab = ask(f"{self.api}/api/v4/projects/o%2Fr/pipelines?ref=v1&sha={MAIN}").json
        self.assertEqual([one["status"] for one in gitlab], ["failed"])
        gitea = ask(f"{self.api}/api/v1/repos/o/r/actions/runs?head_sha={MAIN}").json["workflow_runs"]
        self.assertEqual(gitea[1]["path"], "release.yml@refs/tags/v1")
        self.repository(runsAs="forgejo")
        forgejo = ask(f"{self.api}/api/v1/repos/o/r/actions/runs").json["workflow_runs"]
        self.assertEqual((forgejo[1]["prettyref"], forgejo[1]["status"]), ("v1", "failure"))
        self.repository(runsAs="tasks")
        self.assertEqual(ask(f"{self.api}/api/v1/repos/o/r/actions/runs").status, 404)
        self.assertEqual(len(ask(f"{self.api}/api/v1/repos/o/r/actions/tasks").json["workflow_runs"]), 2)

    def test_dispatch_starts_what_may_be_started(self):
        path = "/actions/workflows/{}/dispatches"
        self.assertEqual(self.call("POST", path.format("release.yml"), {"ref": "v1"}).status, 204)
        self.assertEqual(self.call("POST", path.format("none.yml"), {"ref": "v1"}).status, 404)
        refused = self.call("POST", path.format("ci.yml"), {"ref": "v1"})
        self.assertEqual(refused.json["message"], "Workflow does not have 'workflow_dispatch' trigger")
        self.assertEqual(self.call("POST", path.format("release.yml"), {"ref": "v9"}).status, 422)
        self.assertEqual(self.call("POST", path.format("release.yml"), {"ref": "v1"}, token="R").status, 404)
        run = self.call("GET", "/actions/runs").json["workflow_runs"][0]
        self.assertEqual((run["event"], run["status"], run["conclusion"]), ("workflow_dispatch", "completed", "success"))
        pipeline = ask(f"{self.api}/api/v4/projects/o%2Fr/pipeline", "POST", {"ref": "v1"},
                       {"content-type": "application/json"})
        self.assertEqual((pipeline.status, pipeline.json["sha"]), (201, MAIN))
        gitea = f"{self.api}/api/v1/repos/o/r{path.format('release.yml')}"
        self.assertEqual(ask(gitea, "POST", {"ref": "refs/tags/v1"}).status, 204)
        self.assertEqual(len(self.state()["runs"]), 3)

    def test_a_workflow_may_take_its_time_and_leave_a_release(self):
        self.repository(workflows=[{"file": "release.yml", "seconds": 3600, "release": {"assets": [{"name": "a"}]}}])
        start = "/actions/workflows/release.yml/dispatches"
        self.call("POST", start, {"ref": "v1"})
        self.assertEqual(self.call("GET", "/actions/runs").json["workflow_runs"][0]["status"], "in_progress")
        self.repository(workflows=[{"file": "release.yml", "release": {"assets": [{"name": "a"}]}}])
        self.call("POST", start, {"ref": "v1"})
        self.assertEqual([one["name"] for one in self.call("GET", "/releases/tags/v1").json["assets"]], ["a"])

    def test_checks_and_statuses(self):
        self.admin("checks", {"owner": "o", "name": "r", "sha": MAIN, "check": "lint", "conclusion": "failure"})
        self.admin("checks", {"owner": "o", "name": "r", "sha": MAIN, "context": "cla", "state": "success"})
        self.run_of(workflow="ci.yml", branch="main")
        runs = self.call("GET", f"/commits/{MAIN}/check-runs").json["check_runs"]
        self.assertEqual([(one["name"], one["conclusion"]) for one in runs], [("lint", "failure"), ("ci.yml", None)])
        status = self.call("GET", f"/commits/{MAIN}/status").json
        self.assertEqual((status["state"], status["statuses"][0]["context"]), ("success", "cla"))
        gitlab = ask(f"{self.api}/api/v4/projects/o%2Fr/repository/commits/{MAIN}/statuses").json
        self.assertEqual([one["status"] for one in gitlab], ["failed", "success", "pending"])
        gitea = ask(f"{self.api}/api/v1/repos/o/r/commits/{MAIN}/status").json["statuses"]
        self.assertEqual([one["status"] for one in gitea], ["failure", "success", "pending"])


class Pulls(ForgeCase):
    """Pull requests, merge requests."""

    def setUp(self):
        super().setUp()
        self.repository(branches={"main": MAIN, "relctl/v1": NEXT})

    def test_github(self):
        wanted = {"title": "t", "head": "relctl/v1", "base": "main", "body": "b"}
        made = self.call("POST", "/pulls", wanted)
        self.assertEqual((made.status, made.json["head"]["sha"], made.json["merged"]), (201, NEXT, False))
        again = self.call("POST", "/pulls", wanted)
        self.assertEqual(again.json["errors"][0]["message"], "A pull request already exists for o:relctl/v1.")
        listed = self.call("GET", "/pulls?state=all&head=o:relctl%2Fv1&base=main").json
        self.assertEqual([one["number"] for one in listed], [1])
        self.assertEqual(self.call("GET", "/pulls?head=o:other").json, [])
        merged = self.admin("pulls", {"owner": "o", "name": "r", "number": 1, "merge": "merge", "sha": "d" * 40})
        self.assertEqual(merged["merged"], "d" * 40)
        self.assertEqual(self.call("GET", "/pulls/1").json["merge_commit_sha"], "d" * 40)
        self.assertEqual(self.call("GET", "/branches/main").json["commit"]["sha"], "d" * 40)

    def test_gitlab_and_gitea(self):
        project, repository = f"{self.api}/api/v4/projects/o%2Fr", f"{self.api}/api/v1/repos/o/r"
        wanted = {"title": "t", "source_branch": "relctl/v1", "target_branch": "main"}
        kind = {"content-type": "application/json"}
        self.assertEqual(ask(f"{project}/merge_requests", "POST", wanted, kind).json["state"], "opened")
        self.assertEqual(ask(f"{project}/merge_requests", "POST", wanted, kind).status, 409)
        found = ask(f"{project}/merge_requests?source_branch=relctl%2Fv1&state=all").json
        self.assertEqual([one["iid"] for one in found], [1])
        self.assertEqual(ask(f"{project}/merge_requests/1", "PUT", {"state_event": "close"}, kind).json["state"], "closed")
        made = ask(f"{repository}/pulls", "POST", {"title": "t", "head": "relctl/v1", "base": "main"})
        self.assertEqual((made.status, made.json["number"]), (201, 2))
        self.assertEqual(ask(f"{repository}/pulls/main/relctl/v1").json["number"], 1)
        self.assertEqual([one["number"] for one in ask(f"{repository}/pulls").json], [2])
        self.assertEqual(ask(f"{repository}/pulls/2", "PATCH", {"state": "closed"}).json["state"], "closed")


class Pushes(ForgeCase):
    """A repository whose tags and branches are those of a folder that git pushes to."""

    def git(self, *arguments):
        """Runs git in the folder."""
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
                       **{f"GIT_{who}_{what}": "t" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}}
        return subprocess.run(["git", "--git-dir", self.bare, *arguments], capture_output=True, text=True,
                              env=environment, check=True, input="").stdout.strip()

    def setUp(self):
        super().setUp()
        self.outside = tempfile.TemporaryDirectory()
        self.bare = self.outside.name
        self.git("init", "-q", "--bare", "-b", "main")
        tree = self.git("hash-object", "-t", "tree", "-w", "--stdin")
        self.first = self.git("commit-tree", tree, "-m", "first")
        self.git("update-ref", "refs/heads/main", self.first)
        self.repository(gitDirectory=self.bare, workflows=[{"file": "release.yml", "tags": "v*", "seconds": 3600}])

    def tearDown(self):
        super().tearDown()
        self.outside.cleanup()

    def test_a_pushed_tag_starts_its_workflow(self):
        self.assertEqual(self.call("GET", "/actions/runs").json["total_count"], 0)
        self.git("tag", "-a", "-m", "one", "v1", self.first)
        self.git("tag", "other", self.first)
        runs = self.call("GET", "/actions/runs").json["workflow_runs"]
        self.assertEqual([(one["head_branch"], one["head_sha"]) for one in runs], [("v1", self.first)])
        self.assertEqual(self.call("GET", "/git/ref/tags/v1").json["object"]["type"], "tag")

    def test_a_request_is_merged_in_the_folder(self):
        tree = self.git("rev-parse", self.first + "^{tree}")
        second = self.git("commit-tree", tree, "-p", self.first, "-m", "second")
        self.git("update-ref", "refs/heads/relctl/v1", second)
        self.assertEqual(self.call("POST", "/pulls", {"title": "t", "head": "relctl/v1", "base": "main"}).status, 201)
        merged = self.call("PUT", "/pulls/1/merge", {}).json["sha"]
        self.assertEqual(self.git("rev-parse", "refs/heads/main"), merged)
        self.assertEqual(self.git("rev-parse", merged + "^2"), second)

    def test_a_request_is_rebased_as_another_commit_and_its_branch_deleted(self):
        self.repository(deletesBranches=True)
        tree = self.git("rev-parse", self.first + "^{tree}")
        second = self.git("commit-tree", tree, "-p", self.first, "-m", "second")
        self.git("update-ref", "refs/heads/relctl/v1", second)
        self.admin("pulls", {"owner": "o", "name": "r", "branch": "relctl/v1", "base": "main"})
        for closed in (True, False):
            self.admin("pulls", {"owner": "o", "name": "r", "number": 1, "close": closed})
        self.repository(merges="rebase")
        merged = self.call("GET", "/pulls/1").json
        self.assertTrue(merged["merged"])
        self.assertNotEqual(merged["merge_commit_sha"], second)
        self.assertEqual(self.git("log", "-1", "--format=%P %s", "refs/heads/main"), f"{self.first} second")
        self.assertEqual(self.git("for-each-ref", "refs/heads/relctl"), "")


if __name__ == "__main__":
    unittest.main()
