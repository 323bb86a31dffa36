"""GitHub's REST API for runs of workflows, checks, statuses and pull requests."""

import work
from github_wire import DOCS, Refusal, invalid, not_found, page_of
from state import moment
from wire import Response


def workflow_value(call, index, one):
    """A workflow."""
    base = call.addresses.repository(call.repository)
    path = f".github/workflows/{one['file']}"
    return {"id": index, "node_id": f"W_{index}", "name": one.get("name", one["file"]), "path": path, "state": "active",
            "created_at": moment(call.repository.created), "updated_at": moment(call.repository.created),
            "url": f"{base}/actions/workflows/{index}",
            "html_url": f"{call.addresses.web}/{call.repository.full_name}/blob/main/{path}", "badge_url": ""}


def run_value(call, run):
    """A run."""
    base, repository = call.addresses.repository(call.repository), call.repository
    index, one = work.workflow(repository, run.workflow)
    url = f"{base}/actions/runs/{run.id}"
    return {"id": run.id, "name": (one or {}).get("name", run.workflow), "node_id": f"WFR_{run.id}",
            "head_branch": run.ref, "head_sha": run.sha, "path": f".github/workflows/{run.workflow}",
            "display_title": run.ref, "run_number": run.number, "event": run.event, "status": run.status,
            "conclusion": run.conclusion, "workflow_id": index or 0, "url": url,
            "html_url": f"{call.addresses.web}/{repository.full_name}/actions/runs/{run.id}", "pull_requests": [],
            "created_at": run.created, "updated_at": run.created, "run_started_at": run.created,
            "run_attempt": run.attempt, "jobs_url": f"{url}/jobs", "logs_url": f"{url}/logs",
            "workflow_url": f"{base}/actions/workflows/{index or 0}",
            "head_repository": {"name": repository.name, "full_name": repository.full_name,
                                "owner": call.addresses.user(repository.owner)},
            "repository": {"name": repository.name, "full_name": repository.full_name}}


def enveloped(call, key, items, tail, value):
    """A page of items below a key."""
    page, headers = page_of(items, call.request, call.addresses, call.repository, tail)
    return Response.of_json(200, {"total_count": len(items), key: [value(one) for one in page]}, headers)


def list_runs(call, name=None):
    """GET actions/runs and actions/workflows/ID/runs."""
    query, runs = call.request.query, list(reversed(call.repository.runs))
    if name is not None:
        wanted = work.workflow(call.repository, name)[1]
        if wanted is None:
            raise not_found(DOCS)
        runs = [one for one in runs if one.workflow == wanted["file"]]
    for key, of_run in {"head_sha": lambda one: one.sha, "branch": lambda one: one.ref,
                        "event": lambda one: one.event}.items():
        if query.get(key):
            runs = [one for one in runs if of_run(one) == query[key]]
    if query.get("status"):
        runs = [one for one in runs if query["status"] in (one.status, one.conclusion)]
    return enveloped(call, "workflow_runs", runs, "actions/runs", lambda one: run_value(call, one))


def get_run(call, identifier):
    """GET actions/runs/ID."""
    run = next((one for one in call.repository.runs if str(one.id) == identifier), None)
    if run is None:
        raise not_found(DOCS + "/actions/workflow-runs#get-a-workflow-run")
    return Response.of_json(200, run_value(call, run))


def list_workflows(call):
    """GET actions/workflows."""
    listed = list(enumerate(call.repository.workflows, 1))
    return enveloped(call, "workflows", listed, "actions/workflows", lambda one: workflow_value(call, *one))


def get_workflow(call, name):
    """GET actions/workflows/ID."""
    index, one = work.workflow(call.repository, name)
    if one is None:
        raise not_found(DOCS + "/actions/workflows#get-a-workflow")
    return Response.of_json(200, workflow_value(call, index, one))


def dispatch(call, name):
    """POST actions/workflows/ID/dispatches."""
    call.needs_push()
    docs = DOCS + "/actions/workflows#create-a-workflow-dispatch-event"
    _, one = work.workflow(call.repository, name)
    if one is None:
        raise not_found(docs)
    ref = str(call.given().get("ref", "")).removeprefix("refs/tags/").removeprefix("refs/heads/")
    repository = call.repository
    if ref not in repository.tags and ref not in repository.branches:
        raise Refusal(422, f"No ref found for: {ref}", docs=docs)
    if not one.get("dispatch", True):
        raise Refusal(422, "Workflow does not have 'workflow_dispatch' trigger", docs=docs)
    is_tag = ref in repository.tags
    sha = repository.commit_of(ref) if is_tag else repository.branches[ref]
    work.start(call.forge, repository, one, ref, is_tag, sha, "workflow_dispatch")
    return Response(204)


# Checks

def list_check_runs(call, name):
    """GET commits/REF/check-runs: those that were set, and a job of each run."""
    sha, repository = resolved(call, name), call.repository
    if call.request.token.kind == "fine-grained":
        raise Refusal(403, "Resource not accessible by personal access token", docs=DOCS + "/checks/runs")
    found = [{"id": one["id"], "name": one["check"], "head_sha": sha, "status": one.get("status", "completed"),
              "conclusion": one.get("conclusion"), "html_url": one.get("url"), "details_url": one.get("url")}
             for one in repository.checks.get(sha, {}).values() if "check" in one]
    found += [{"id": run.id, "name": run.workflow, "head_sha": sha, "status": run.status, "conclusion": run.conclusion,
               "html_url": run_value(call, run)["html_url"]} for run in repository.runs if run.sha == sha]
    return enveloped(call, "check_runs", found, f"commits/{name}/check-runs", lambda one: one)


def combined_status(call, name):
    """GET commits/REF/status."""
    sha = resolved(call, name)
    found = [{"id": one["id"], "context": one["context"], "state": one["state"], "target_url": one.get("url"),
              "description": None} for one in call.repository.checks.get(sha, {}).values() if "context" in one]
    states = {one["state"] for one in found}
    state = "failure" if states & {"failure", "error"} else "success" if states == {"success"} else "pending"
    page, headers = page_of(found, call.request, call.addresses, call.repository, f"commits/{name}/status")
    return Response.of_json(200, {"state": state, "sha": sha, "total_count": len(found), "statuses": page}, headers)


def resolved(call, name):
    """The commit that a name stands for."""
    repository = call.repository
    sha = repository.commit_of(name) or repository.resolve(name)
    if sha is None:
        raise Refusal(422, f"No commit found for SHA: {name}", docs=DOCS + "/commits/statuses")
    return sha


# Pull requests

def pull_value(call, pull, whole=True):
    """A pull request; lists leave some of it out."""
    base, repository = call.addresses.repository(call.repository), call.repository
    owner = repository.owner

    def end(ref, sha):
        return {"label": f"{owner}:{ref}", "ref": ref, "sha": sha, "user": call.addresses.user(owner),
                "repo": {"name": repository.name, "full_name": repository.full_name}}
    value = {"id": pull.id, "number": pull.number, "state": pull.state, "title": pull.title, "body": pull.body,
             "url": f"{base}/pulls/{pull.number}", "draft": False, "user": call.addresses.user(pull.author),
             "html_url": f"{call.addresses.web}/{repository.full_name}/pull/{pull.number}",
             "created_at": pull.created, "updated_at": pull.created, "merged_at": pull.merged_at,
             "closed_at": pull.merged_at, "merge_commit_sha": pull.merged or "f" * 40,
             "head": end(pull.branch, pull.head), "base": end(pull.base, repository.branches.get(pull.base))}
    if whole:
        value.update({"merged": pull.merged is not None, "mergeable": pull.state == "open", "commits": 1})
    return value


def list_pulls(call):
    """GET pulls."""
    query, found = call.request.query, list(reversed(call.repository.pulls))
    wanted = query.get("state", "open")
    found = [one for one in found if wanted in ("all", one.state)]
    if ":" in query.get("head", ""):
        owner, branch = query["head"].split(":", 1)
        found = [one for one in found if (call.repository.owner, one.branch) == (owner, branch)]
    if query.get("base"):
        found = [one for one in found if one.base == query["base"]]
    page, headers = page_of(found, call.request, call.addresses, call.repository, "pulls")
    return Response.of_json(200, [pull_value(call, one, False) for one in page], headers)


def find_pull(call, number):
    """The pull request of a number."""
    pull = next((one for one in call.repository.pulls if str(one.number) == number), None)
    if pull is None:
        raise not_found(DOCS + "/pulls/pulls#get-a-pull-request")
    return pull


def get_pull(call, number):
    """GET pulls/NUMBER."""
    return Response.of_json(200, pull_value(call, find_pull(call, number)))


def create_pull(call):
    """POST pulls."""
    call.needs_push()
    given, repository, docs = call.given(), call.repository, DOCS + "/pulls/pulls#create-a-pull-request"
    head = str(given.get("head", "")).split(":")[-1]
    for field, branch in (("head", head), ("base", given.get("base"))):
        if branch not in repository.branches:
            raise invalid("PullRequest", ("invalid", field, None), docs=docs)
    if not given.get("title"):
        raise invalid("PullRequest", ("missing_field", "title", None), docs=docs)
    if repository.branches[head] == repository.branches[given["base"]]:
        message = f"No commits between {given['base']} and {head}"
        raise invalid("PullRequest", ("custom", None, message), docs=docs)
    if work.existing_pull(repository, head, given["base"]):
        message = f"A pull request already exists for {repository.owner}:{head}."
        raise invalid("PullRequest", ("custom", None, message), docs=docs)
    pull = work.open_pull(call.forge, repository, {**given, "branch": head}, call.request.token.login)
    return Response.of_json(201, pull_value(call, pull))


def update_pull(call, number):
    """PATCH pulls/NUMBER."""
    call.needs_push()
    pull, given = find_pull(call, number), call.given()
    for key in ("title", "body", "base"):
        if key in given:
            setattr(pull, key, given[key])
    if given.get("state") in ("open", "closed") and pull.merged is None:
        pull.state = given["state"]
    return Response.of_json(200, pull_value(call, pull))


def merge_pull(call, number):
    """PUT pulls/NUMBER/merge."""
    call.needs_push()
    pull = find_pull(call, number)
    if pull.state != "open":
        raise Refusal(405, "Pull Request is not mergeable", docs=DOCS + "/pulls/pulls#merge-a-pull-request")
    work.merge(call.repository, pull, call.given().get("merge_method", "merge"))
    return Response.of_json(200, {"sha": pull.merged, "merged": True, "message": "Pull Request successfully merged"})


ROUTES = [
    ("GET", r"actions/runs", list_runs),
    ("GET", r"actions/runs/(\d+)", get_run),
    ("GET", r"actions/workflows", list_workflows),
    ("GET", r"actions/workflows/([^/]+)", get_workflow),
    ("GET", r"actions/workflows/([^/]+)/runs", list_runs),
    ("POST", r"actions/workflows/([^/]+)/dispatches", dispatch),
    ("GET", r"commits/(.+)/check-runs", list_check_runs),
    ("GET", r"commits/(.+)/status", combined_status),
    ("GET", r"pulls", list_pulls),
    ("POST", r"pulls", create_pull),
    ("GET", r"pulls/(\d+)", get_pull),
    ("PATCH", r"pulls/(\d+)", update_pull),
    ("PUT", r"pulls/(\d+)/merge", merge_pull),
]
