"""GitLab's REST API for pipelines, statuses of commits and merge requests."""

import work
from gitlab_wire import Refusal, pages
from wire import Response

STATUS = {"queued": "pending", "in_progress": "running", "waiting": "manual"}
CONCLUSION = {"failure": "failed", "cancelled": "canceled"}


def status(run):
    """A run's status in GitLab's words."""
    if run.status == "completed":
        return CONCLUSION.get(run.conclusion, run.conclusion)
    return STATUS.get(run.status, run.status)


def pipeline_value(call, run):
    """A pipeline."""
    return {"id": run.id, "iid": run.number, "project_id": call.project.id, "sha": run.sha, "ref": run.ref,
            "status": status(run), "source": "push" if run.event == "push" else "api", "name": None,
            "created_at": run.created, "updated_at": run.created,
            "web_url": f"{call.base}/{call.project.full_name}/-/pipelines/{run.id}"}


def list_pipelines(call):
    """GET pipelines."""
    query = call.request.query
    found = [one for one in reversed(call.project.runs)
             if query.get("sha") in (None, one.sha) and query.get("ref") in (None, one.ref)]
    items, headers = pages(call, found)
    return Response.of_json(200, [pipeline_value(call, one) for one in items], headers)


def get_pipeline(call, identifier):
    """GET pipelines/ID."""
    run = next((one for one in call.project.runs if str(one.id) == identifier), None)
    if run is None:
        raise Refusal(404, "404 Not found")
    return Response.of_json(200, pipeline_value(call, run))


def create_pipeline(call):
    """POST pipeline."""
    call.needs("push")
    project, ref = call.project, call.given().get("ref")
    if not ref:
        raise Refusal(400, "ref is missing", "error")
    if ref not in project.tags and ref not in project.branches:
        raise Refusal(400, {"base": ["Reference not found"]})
    if not project.workflows:
        raise Refusal(400, {"base": ["Missing CI config file"]})
    is_tag = ref in project.tags
    sha = project.commit_of(ref) if is_tag else project.branches[ref]
    run = work.start(call.forge, project, project.workflows[0], ref, is_tag, sha, "api")
    return Response.of_json(201, pipeline_value(call, run))


def list_statuses(call, sha):
    """GET repository/commits/SHA/statuses."""
    found = [{"id": one["id"], "sha": sha, "name": one.get("check") or one["context"],
              "status": one.get("state") or CONCLUSION.get(one.get("conclusion"), one.get("conclusion")) or "running",
              "allow_failure": one.get("allowFailure", False), "target_url": one.get("url"), "ref": "main"}
             for one in call.project.checks.get(sha, {}).values()]
    found += [{"id": run.id, "sha": sha, "name": run.workflow, "status": status(run), "allow_failure": False,
               "target_url": pipeline_value(call, run)["web_url"], "ref": run.ref}
              for run in call.project.runs if run.sha == sha]
    items, headers = pages(call, found)
    return Response.of_json(200, items, headers)


def request_value(call, pull):
    """A merge request."""
    state = "merged" if pull.merged else "opened" if pull.state == "open" else "closed"
    return {"id": pull.id, "iid": pull.number, "project_id": call.project.id, "title": pull.title,
            "description": pull.body, "state": state, "source_branch": pull.branch, "target_branch": pull.base,
            "sha": pull.head, "merge_commit_sha": pull.merged if pull.merged != pull.head else None,
            "squash_commit_sha": None, "merged_at": pull.merged_at, "created_at": pull.created,
            "web_url": f"{call.base}/{call.project.full_name}/-/merge_requests/{pull.number}"}


def list_requests(call):
    """GET merge_requests."""
    query = call.request.query
    found = [one for one in reversed(call.project.pulls)
             if query.get("source_branch") in (None, one.branch) and query.get("target_branch") in (None, one.base)
             and query.get("state", "all") in ("all", request_value(call, one)["state"])]
    items, headers = pages(call, found)
    return Response.of_json(200, [request_value(call, one) for one in items], headers)


def find_request(call, number):
    """The merge request of a number."""
    pull = next((one for one in call.project.pulls if str(one.number) == number), None)
    if pull is None:
        raise Refusal(404, "404 Not found")
    return pull


def get_request(call, number):
    """GET merge_requests/IID."""
    return Response.of_json(200, request_value(call, find_request(call, number)))


def create_request(call):
    """POST merge_requests."""
    call.needs("push")
    given, project = call.given(), call.project
    for key in ("title", "source_branch", "target_branch"):
        if not given.get(key):
            raise Refusal(400, f"{key} is missing", "error")
    branch, base = given["source_branch"], given["target_branch"]
    if branch not in project.branches:
        raise Refusal(400, {"source_branch": ["does not exist"]})
    if other := work.existing_pull(project, branch, base):
        raise Refusal(409, [f"Another open merge request already exists for this source branch: !{other.number}"])
    pull = work.open_pull(call.forge, project, {"title": given["title"], "body": given.get("description"),
                                                "branch": branch, "base": base}, call.request.token.login)
    return Response.of_json(201, request_value(call, pull))


def update_request(call, number):
    """PUT merge_requests/IID."""
    call.needs("push")
    pull, given = find_request(call, number), call.given()
    pull.title, pull.body = given.get("title", pull.title), given.get("description", pull.body)
    event = given.get("state_event")
    if event in ("close", "reopen") and pull.merged is None:
        pull.state = "closed" if event == "close" else "open"
    return Response.of_json(200, request_value(call, pull))


ROUTES = [
    ("GET", ["pipelines"], list_pipelines),
    ("GET", ["pipelines", None], get_pipeline),
    ("POST", ["pipeline"], create_pipeline),
    ("GET", ["repository", "commits", None, "statuses"], list_statuses),
    ("GET", ["merge_requests"], list_requests),
    ("POST", ["merge_requests"], create_request),
    ("GET", ["merge_requests", None], get_request),
    ("PUT", ["merge_requests", None], update_request),
]
