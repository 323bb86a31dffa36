"""Gitea's REST API for runs of workflows, statuses and pull requests; as Forgejo and older ones where it is told to."""

import work
from gitea_wire import Refusal, missing, pages
from wire import Response


def run_value(call, run):
    """A run as Gitea tells it; as Forgejo where the repository says so."""
    page = f"{call.page}/actions/runs/{run.number}"
    if call.repository.runs_as == "forgejo":
        word = run.conclusion if run.status == "completed" else {"in_progress": "running"}.get(run.status, "waiting")
        return {"id": run.id, "title": run.ref, "workflow_id": run.workflow, "index_in_repo": run.number,
                "event": run.event, "status": word, "commit_sha": run.sha, "prettyref": run.ref, "html_url": page}
    reference = ("refs/tags/" if run.is_tag else "refs/heads/") + run.ref
    return {"id": run.id, "display_title": run.ref, "path": f"{run.workflow}@{reference}", "event": run.event,
            "run_number": run.number, "status": run.status, "conclusion": run.conclusion or "", "head_sha": run.sha,
            "head_branch": "" if run.is_tag else run.ref, "html_url": page, "run_attempt": run.attempt,
            "url": f"{call.url}/actions/runs/{run.id}", "started_at": run.created}


def listed(call, items, value):
    """A page below the key that all use."""
    page, headers = pages(call, items)
    return Response.of_json(200, {"total_count": len(items), "workflow_runs": [value(one) for one in page]}, headers)


def list_runs(call):
    """GET actions/runs: older servers have none."""
    if call.repository.runs_as == "tasks":
        raise missing()
    wanted = call.request.query.get("head_sha")
    found = [one for one in reversed(call.repository.runs) if wanted in (None, "", one.sha)]
    return listed(call, found, lambda run: run_value(call, run))


def list_tasks(call):
    """GET actions/tasks: jobs."""
    def task(run):
        word = run.conclusion if run.status == "completed" else {"in_progress": "running"}.get(run.status, "waiting")
        return {"id": run.id, "name": "job", "head_branch": run.ref, "head_sha": run.sha, "run_number": run.number,
                "event": run.event, "display_title": run.ref, "status": word, "workflow_id": run.workflow,
                "url": f"{call.page}/actions/runs/{run.number}", "created_at": run.created}
    return listed(call, list(reversed(call.repository.runs)), task)


def dispatch(call, name):
    """POST actions/workflows/FILE/dispatches."""
    call.needs_push()
    repository = call.repository
    _, one = work.workflow(repository, name)
    if one is None:
        raise Refusal(404, f'workflow "{name}" not found')
    ref = str(call.given().get("ref", ""))
    is_tag = ref.startswith("refs/tags/")
    short = ref.removeprefix("refs/tags/").removeprefix("refs/heads/")
    sha = repository.commit_of(short) if is_tag else repository.branches.get(short)
    if sha is None:
        raise Refusal(422, f"ref not found: {ref}")
    if not one.get("dispatch", True):
        raise Refusal(422, "workflow has no workflow_dispatch event trigger")
    work.start(call.forge, repository, one, short, is_tag, sha, "workflow_dispatch")
    return Response(204)


def combined_status(call, sha):
    """GET commits/REF/status: what was set, and each run."""
    repository = call.repository
    if sha not in repository.commits:
        raise missing()
    found = [{"id": one["id"], "context": one.get("check") or one["context"],
              "status": one.get("state") or one.get("conclusion") or "pending", "target_url": one.get("url") or ""}
             for one in repository.checks.get(sha, {}).values()]
    found += [{"id": run.id, "context": f"{run.workflow} / job", "status": run.conclusion or "pending",
               "target_url": f"/{repository.full_name}/actions/runs/{run.number}/jobs/0"}
              for run in repository.runs if run.sha == sha]
    return Response.of_json(200, {"sha": sha, "total_count": len(found), "statuses": found, "state": "pending"})


def pull_value(call, pull):
    """A pull request."""
    def end(branch, sha):
        ref = branch if branch in call.repository.branches else f"refs/pull/{pull.number}/head"
        return {"label": branch, "ref": ref, "sha": sha, "repo_id": call.repository.id}
    return {"id": pull.id, "number": pull.number, "state": pull.state, "title": pull.title, "body": pull.body or "",
            "merged": pull.merged is not None, "merge_commit_sha": pull.merged, "merged_at": pull.merged_at,
            "html_url": f"{call.page}/pulls/{pull.number}", "head": end(pull.branch, pull.head),
            "base": end(pull.base, call.repository.branches.get(pull.base))}


def list_pulls(call):
    """GET pulls."""
    wanted = call.request.query.get("state", "open")
    found = [one for one in reversed(call.repository.pulls) if wanted in ("all", one.state)]
    items, headers = pages(call, found)
    return Response.of_json(200, [pull_value(call, one) for one in items], headers)


def find_pull(call, number):
    """The pull request of a number."""
    pull = next((one for one in call.repository.pulls if str(one.number) == number), None)
    if pull is None:
        raise missing()
    return pull


def get_pull(call, number):
    """GET pulls/NUMBER."""
    return Response.of_json(200, pull_value(call, find_pull(call, number)))


def pull_of_branch(call, base, branch):
    """GET pulls/BASE/HEAD: one of them."""
    found = [one for one in call.repository.pulls if (one.base, one.branch) == (base, branch)]
    if not found:
        raise missing()
    return Response.of_json(200, pull_value(call, found[0]))


def create_pull(call):
    """POST pulls."""
    call.needs_push()
    given, repository = call.given(), call.repository
    head, base = given.get("head"), given.get("base")
    if head not in repository.branches or base not in repository.branches:
        raise missing()
    if work.existing_pull(repository, head, base):
        raise Refusal(409, "pull request already exists for these targets")
    pull = work.open_pull(call.forge, repository, {"title": given.get("title", ""), "body": given.get("body"),
                                                   "branch": head, "base": base}, call.request.token.login)
    return Response.of_json(201, pull_value(call, pull))


def update_pull(call, number):
    """PATCH pulls/NUMBER."""
    call.needs_push()
    pull, given = find_pull(call, number), call.given()
    if given.get("state") in ("open", "closed"):
        if pull.merged is not None:
            raise Refusal(412, "cannot change state of this pull request, it was already merged")
        pull.state = given["state"]
    return Response.of_json(201, pull_value(call, pull))


ROUTES = [
    ("GET", r"actions/runs", list_runs),
    ("GET", r"actions/tasks", list_tasks),
    ("POST", r"actions/workflows/([^/]+)/dispatches", dispatch),
    ("GET", r"commits/([^/]+)/status", combined_status),
    ("GET", r"pulls", list_pulls),
    ("POST", r"pulls", create_pull),
    ("GET", r"pulls/(\d+)", get_pull),
    ("PATCH", r"pulls/(\d+)", update_pull),
    ("GET", r"pulls/([^/]+)/(.+)", pull_of_branch),
]
