"""GitHub's REST API: who may do what, and which function answers which request."""

import re
import time

import github_assets as assets
import github_releases as releases
import github_work
import work
from github_wire import (DOCS, SECONDARY, Addresses, Refusal, authenticate, credential, decorate, not_found, page_of,
                         request_id, spend)
from state import Token
from wire import Response

__all__ = ["credential", "fault_answer", "handle"]


class Call:
    """A request for a repository."""

    def __init__(self, forge, request, repository, addresses):
        self.forge, self.request, self.repository, self.addresses = forge, request, repository, addresses

    def given(self):
        """The JSON object that was sent."""
        return releases.fields(self.request, DOCS)

    def needs_push(self):
        """Refuses who may not write here."""
        token, repository = self.request.token, self.repository
        if token is self.forge.anonymous:
            raise Refusal(401, "Requires authentication")
        if not token.may(repository, "push"):
            if token.kind in ("app", "actions"):
                raise Refusal(403, "Resource not accessible by integration")
            if token.kind == "fine-grained":
                raise Refusal(403, "Resource not accessible by personal access token")
            raise not_found()
        if repository.archived:
            raise Refusal(403, "Repository was archived so is read-only.")


def handle(forge, request):
    """The answer to a request."""
    path, enterprise = request.path, False
    try:
        if request.origin == "storage":
            match = re.fullmatch(r"/storage/(\d+)/(\d+)", path)
            return assets.stored(forge, request, *match.groups()) if match else Response(404, b"Not Found")
        if path.startswith("/api/uploads/"):
            path, enterprise, request.origin = path.removeprefix("/api/uploads"), True, "uploads"
        elif path == "/api/v3" or path.startswith("/api/v3/"):
            path, enterprise = path.removeprefix("/api/v3"), True
        addresses = Addresses(request, enterprise)
        if request.origin == "web":
            match = re.fullmatch(r"/([^/]+)/([^/]+)/releases/download/(.+)/([^/]+)", path)
            return (assets.download(forge, request, addresses, *match.groups())
                    if match else Response(404, b"Not Found"))
        return decorate(request, answer(forge, request, addresses, path))
    except Refusal as refusal:
        return decorate(request, refusal.response(request))


def answer(forge, request, addresses, path):
    """The answer of the API or of the upload host."""
    if not request.headers.get("user-agent"):
        return Response(403, b"Request forbidden by administrative rules. Please make sure your request has a "
                             b"User-Agent header.\n", {"content-type": "text/html"})
    authenticate(forge, request)
    if request.origin == "api" and path != "/rate_limit":
        spend(forge, request)
    if path in GENERAL and request.method in ("GET", "HEAD"):
        return GENERAL[path](forge, request, addresses)
    match = re.fullmatch(r"/repositories/(\d+)(?:/(.*))?", path)
    repository = forge.numbered(int(match[1])) if match else None
    tail = match[2] if match else None
    if match is None and (match := re.fullmatch(r"/repos/([^/]+)/([^/]+)(?:/(.*))?", path)):
        repository, tail = forge.repository(match[1], match[2]), match[3]
    if repository is None or (repository.private and not request.token.may(repository, "pull")):
        raise not_found()
    call = Call(forge, request, repository, addresses)
    if request.origin == "uploads":
        match = re.fullmatch(r"releases/(\d+)/assets", tail or "")
        if request.method != "POST" or not match:
            raise not_found()
        return assets.upload(call, match[1])
    return routed(call, tail or "")


def routed(call, tail):
    """The answer for a path below a repository."""
    method = "GET" if call.request.method == "HEAD" else call.request.method
    for wanted, pattern, function in ROUTES:
        if method == wanted and (match := re.fullmatch(pattern, tail)):
            if call.request.length or call.request.chunked:
                call.request.saved = call.request.body()
                call.request.body = lambda *_: call.request.saved
            with call.repository.lock:
                work.catch_up(call.forge, call.repository, call.request)
                return function(call, *match.groups())
    raise not_found(DOCS)


def user(forge, request, addresses):
    """GET /user."""
    if request.token is forge.anonymous:
        raise Refusal(401, "Requires authentication", docs=DOCS + "/users/users#get-the-authenticated-user")
    if request.token.kind in ("app", "actions"):
        raise Refusal(403, "Resource not accessible by integration")
    return Response.of_json(200, addresses.user(request.token.login))


def rate_limit(forge, request, _):
    """GET /rate_limit."""
    token = request.token
    remaining = token.limit if token.remaining is None else token.remaining
    core = {"limit": token.limit, "used": token.limit - remaining, "remaining": remaining,
            "reset": token.reset or int(time.time()) + 3600}
    return Response.of_json(200, {"resources": {"core": core}, "rate": core})


def meta(forge, request, addresses):
    """GET / and /meta."""
    return Response.of_json(200, {"current_user_url": f"{addresses.api}/user", "verifiable_password_authentication": False})


def get_repository(call):
    """GET the repository."""
    repository, token, addresses = call.repository, call.request.token, call.addresses
    rights = token.access.get(repository.id, {"pull": True})
    value = {
        "id": repository.id, "node_id": f"R_kgDO{repository.id}", "name": repository.name,
        "full_name": repository.full_name, "private": repository.private,
        "owner": addresses.user(repository.owner), "html_url": f"{addresses.web}/{repository.full_name}",
        "url": addresses.repository(repository), "archived": repository.archived, "disabled": repository.disabled,
        "default_branch": repository.default_branch, "has_discussions": bool(repository.categories),
        "visibility": "private" if repository.private else "public", "fork": False,
    }
    if token is not call.forge.anonymous:
        push, admin = bool(rights.get("push")), bool(rights.get("admin"))
        value["permissions"] = {"admin": admin, "maintain": admin, "push": push, "triage": push,
                                "pull": rights.get("pull", True)}
    return Response.of_json(200, value)


def reference(call, tag):
    """A tag as a reference."""
    sha = call.repository.tags[tag]
    kind = "tag" if sha in call.repository.annotated else "commit"
    base = f"{call.addresses.repository(call.repository)}/git"
    return {"ref": f"refs/tags/{tag}", "node_id": f"REF_{tag}", "url": f"{base}/refs/tags/{tag}",
            "object": {"sha": sha, "type": kind, "url": f"{base}/{kind}s/{sha}"}}


def get_reference(call, tag):
    """GET git/ref/tags/TAG."""
    if tag not in call.repository.tags:
        raise not_found(DOCS + "/git/refs#get-a-reference")
    return Response.of_json(200, reference(call, tag))


def matching_references(call, prefix):
    """GET git/matching-refs/tags/PREFIX."""
    return Response.of_json(200, [reference(call, tag) for tag in sorted(call.repository.tags) if tag.startswith(prefix)])


def get_branch_reference(call, branch):
    """GET git/ref/heads/BRANCH."""
    if branch not in call.repository.branches:
        raise not_found(DOCS + "/git/refs#get-a-reference")
    sha = call.repository.branches[branch]
    return Response.of_json(200, {"ref": f"refs/heads/{branch}", "object": {"sha": sha, "type": "commit"}})


def delete_reference(call, tag):
    """DELETE git/refs/tags/TAG."""
    call.needs_push()
    if tag not in call.repository.tags:
        raise Refusal(422, "Reference does not exist", docs=DOCS + "/git/refs#delete-a-reference")
    del call.repository.tags[tag]
    return Response(204)


def get_tag_object(call, sha):
    """GET git/tags/SHA."""
    value = call.repository.annotated.get(sha)
    if value is None:
        raise not_found(DOCS + "/git/tags#get-a-tag")
    return Response.of_json(200, {"sha": sha, "tag": value["tag"], "message": value["message"],
                                  "object": {"sha": value["commit"], "type": "commit"}})


def get_tags(call):
    """GET tags."""
    names = sorted(call.repository.tags, reverse=True)
    items, headers = page_of(names, call.request, call.addresses, call.repository, "tags")
    return Response.of_json(200, [{"name": tag, "commit": {"sha": call.repository.commit_of(tag)}} for tag in items], headers)


def get_commit(call, name):
    """GET commits/REF."""
    repository = call.repository
    sha = repository.commit_of(name) or repository.resolve(name)
    if sha is None:
        raise Refusal(422, f"No commit found for SHA: {name}", docs=DOCS + "/commits/commits#get-a-commit")
    date = repository.commits.get(sha)
    return Response.of_json(200, {"sha": sha, "commit": {"committer": {"date": date}, "author": {"date": date}}})


def get_branch(call, name):
    """GET branches/BRANCH."""
    if name not in call.repository.branches:
        raise Refusal(404, "Branch not found", docs=DOCS + "/branches/branches#get-a-branch")
    return Response.of_json(200, {"name": name, "commit": {"sha": call.repository.branches[name]}, "protected": False})


def get_rulesets(call):
    """GET rulesets: without their rules, as the real list."""
    return Response.of_json(200, [
        {"id": number, "name": one.get("name", f"rules {number}"), "target": one.get("target", "tag"),
         "source_type": "Repository", "source": call.repository.full_name,
         "enforcement": one.get("enforcement", "active")}
        for number, one in enumerate(call.repository.rulesets, 1)])


def get_ruleset(call, number):
    """GET rulesets/ID."""
    if not 0 < int(number) <= len(call.repository.rulesets):
        raise not_found(DOCS + "/repos/rules#get-a-repository-ruleset")
    one = call.repository.rulesets[int(number) - 1]
    return Response.of_json(200, {"id": int(number), "name": f"rules {number}", "target": "tag",
                                  "enforcement": "active", "source_type": "Repository",
                                  "source": call.repository.full_name,
                                  "current_user_can_bypass": "never", "conditions": {"ref_name": {
                                      "include": ["~ALL"], "exclude": []}}, "rules": [], **one})


def get_branch_rules(call, _):
    """GET rules/branches/BRANCH: rules for branches, of which there are none here."""
    return Response.of_json(200, [])


def get_immutable(call):
    """GET immutable-releases."""
    if not call.request.token.may(call.repository, "admin"):
        raise not_found(DOCS + "/repos/repos#check-if-immutable-releases-are-enabled-for-a-repository")
    if not call.repository.immutable:
        raise not_found(DOCS + "/repos/repos#check-if-immutable-releases-are-enabled-for-a-repository")
    return Response.of_json(200, {"enabled": True, "enforced_by_owner": False})


def set_immutable(call):
    """PUT and DELETE immutable-releases."""
    if not call.request.token.may(call.repository, "admin"):
        raise not_found()
    call.repository.immutable = call.request.method == "PUT"
    return Response(204)


GENERAL = {"/user": user, "/rate_limit": rate_limit, "/": meta, "/meta": meta, "": meta}
ROUTES = [
    ("GET", r"", get_repository),
    ("GET", r"releases", releases.list_releases),
    ("POST", r"releases", releases.create),
    ("POST", r"releases/generate-notes", releases.generate_notes),
    ("GET", r"releases/latest", releases.get_latest),
    ("GET", r"releases/tags/(.+)", releases.get_by_tag),
    ("GET", r"releases/(\d+)", releases.get_release),
    ("PATCH", r"releases/(\d+)", releases.update),
    ("DELETE", r"releases/(\d+)", releases.delete),
    ("GET", r"releases/(\d+)/assets", assets.list_assets),
    ("GET", r"releases/assets/(\d+)", assets.get_asset),
    ("PATCH", r"releases/assets/(\d+)", assets.update_asset),
    ("DELETE", r"releases/assets/(\d+)", assets.delete_asset),
    ("GET", r"git/refs?/tags/(.+)", get_reference),
    ("GET", r"git/refs?/heads/(.+)", get_branch_reference),
    ("GET", r"git/matching-refs/tags/(.*)", matching_references),
    ("DELETE", r"git/refs/tags/(.+)", delete_reference),
    ("GET", r"git/tags/([0-9a-f]+)", get_tag_object),
    ("GET", r"tags", get_tags),
    *github_work.ROUTES,
    ("GET", r"commits/(.+)", get_commit),
    ("GET", r"branches/(.+)", get_branch),
    ("GET", r"rulesets", get_rulesets),
    ("GET", r"rulesets/(\d+)", get_ruleset),
    ("GET", r"rules/branches/(.+)", get_branch_rules),
    ("GET", r"immutable-releases", get_immutable),
    ("PUT", r"immutable-releases", set_immutable),
    ("DELETE", r"immutable-releases", set_immutable),
]


def fault_answer(forge, request, effect):
    """The answer that a fault gives in place of the right one."""
    request.token = forge.tokens.get(credential(request)) or Token("", kind="anonymous")
    kind, headers = effect["kind"], dict(effect.get("headers", {}))
    if kind == "answer":
        body = effect.get("body", {"message": "Server Error"})
        text = isinstance(body, str)
        response = Response(effect["status"], body.encode(), headers) if text else Response.of_json(effect["status"], body, headers)
        return decorate(request, response)
    if "retry_after" in effect:
        headers["retry-after"] = str(effect["retry_after"])
    if kind == "primary":
        headers.update({"x-ratelimit-remaining": "0", "x-ratelimit-used": str(request.token.limit),
                        "x-ratelimit-reset": str(int(time.time() + effect.get("reset_in", 60)))})
        refusal = Refusal(effect.get("status", 403), "API rate limit exceeded for user ID 1.", headers=headers)
    elif kind == "secondary":
        refusal = Refusal(effect.get("status", 403), SECONDARY.format(request_id(request)), headers=headers,
                          docs="https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits")
    else:
        refusal = Refusal(429, "Too Many Requests", headers=headers)
    return decorate(request, refusal.response(request))
