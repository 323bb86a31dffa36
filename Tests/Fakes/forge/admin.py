"""The interface for tests, under /_fake/: sets the scene, injects faults, holds requests, tells what happened."""

import base64
import json
import time

import work
from state import Asset, Release, Repository, Token, described, moment
from wire import Response

FLAGS = {"private": "private", "archived": "archived", "disabled": "disabled", "immutable": "immutable",
         "defaultBranch": "default_branch", "categories": "categories", "rulesets": "rulesets",
         "interruptedUploads": "interrupted_uploads", "duplicatePackageFiles": "duplicate_package_files",
         "directDownloads": "direct_downloads", "workflows": "workflows", "runsAs": "runs_as",
         "gitDirectory": "git_directory", "merges": "merges", "deletesBranches": "deletes_branches"}


def handle(server, request, actions=None):
    """The answer to an admin request; of `actions`, or else of all that a forge knows."""
    name = request.path.removeprefix("/_fake/").strip("/")
    action = (actions or ACTIONS).get((request.method, name))
    text = request.body()
    if action is None:
        return Response.of_json(404, {"message": f"there is no {request.method} {request.path}"})
    try:
        return Response.of_json(200, action(server, request, json.loads(text) if text else {}))
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        return Response.of_json(400, {"message": f"{type(error).__name__}: {error}"})


def create_repository(server, _, given):
    """Creates a repository, or changes one that is there."""
    forge = server.forge
    with forge.lock:
        repository = forge.repository(given["owner"], given["name"])
        if repository is None:
            repository = Repository(forge.next_id(), given["owner"], given["name"])
            forge.repositories.append(repository)
    with repository.lock:
        for key, attribute in FLAGS.items():
            if key in given:
                setattr(repository, attribute, given[key])
        for sha, date in given.get("commits", {}).items():
            repository.commits[sha] = date
        for branch, sha in given.get("branches", {}).items():
            repository.branches[branch] = sha
            repository.commits.setdefault(sha, moment(repository.created))
        for tag, value in given.get("tags", {}).items():
            set_tag(repository, tag, value)
        for token in given.get("tokens", []):
            set_token(forge, repository, token)
    return {"id": repository.id}


def set_tag(repository, tag, value):
    """Sets a tag: a commit; or {sha, annotated: true or the tag object's id}; null removes it."""
    if value is None:
        repository.tags.pop(tag, None)
        return
    value = {"sha": value} if isinstance(value, str) else value
    commit = value["sha"]
    repository.commits.setdefault(commit, moment(repository.created + len(repository.tags)))
    annotated = value.get("annotated")
    if annotated:
        identifier = annotated if isinstance(annotated, str) else commit[::-1]
        repository.annotated[identifier] = {"commit": commit, "tag": tag, "message": value.get("message", tag)}
        commit = identifier
    repository.tags[tag] = commit


def set_token(forge, repository, given):
    """Creates a token, or gives one more rights."""
    value = given["token"]
    token = forge.tokens.setdefault(value, Token(value))
    for key in ("kind", "login", "scopes", "limit", "remaining", "reset", "revoked"):
        if key in given:
            setattr(token, key, given[key])
    token.access[repository.id] = {"pull": given.get("pull", True), "push": given.get("push", True),
                                   "admin": given.get("admin", False)}


def create_release(server, request, given):
    """Puts a release there that others have made."""
    forge = server.forge
    repository = forge.repository(given["owner"], given["name"])
    with repository.lock:
        release = Release(forge.next_id(), given["tag"], given.get("target", repository.default_branch),
                          given.get("title"), given.get("body"), given.get("draft", False),
                          given.get("prerelease", False), given.get("immutable", False))
        release.author = given.get("author", "octocat")
        for asset in given.get("assets", []):
            data = base64.b64decode(asset["base64"]) if "base64" in asset else asset.get("text", "").encode()
            one = Asset(forge.next_id(), asset["name"], asset.get("label"),
                        asset.get("contentType", "application/octet-stream"), forge.store(data),
                        asset.get("state", "uploaded"))
            one.digest = asset.get("digest", True)
            release.assets.append(one)
        repository.releases.append(release)
        if not release.draft:
            release.published = moment()
            commit = repository.resolve(release.target)
            if commit:
                repository.tags.setdefault(release.tag, commit)
            if not release.prerelease:
                repository.latest = release.id
        return {"id": release.id, "assets": [one.id for one in release.assets]}


def reset(server, _, __):
    """Forgets everything, faults and holds too."""
    server.holds.clear()
    server.faults.clear()
    server.forge.forget()
    server.latency = 0
    return {}


def requests(server, request, _):
    """The log, from a number on."""
    with server.forge.lock:
        return {"requests": server.forge.requests[max(0, int(request.query.get("from", 1)) - 1):]}


def forget_requests(server, _, __):
    """Begins the log and the numbers anew."""
    with server.forge.lock:
        server.forge.requests = []
    return {}


def state(server, _, __):
    """The normalised state."""
    return described(server.forge)


def add_faults(server, _, given):
    """Adds rules."""
    server.faults.add(given)
    return {}


def clear_faults(server, _, __):
    """Removes all rules."""
    server.faults.clear()
    return {}


def faults(server, _, __):
    """The rules, and how often each was met."""
    with server.faults.lock:
        return {"faults": [dict(rule) for rule in server.faults.rules]}


def add_holds(server, _, given):
    """Adds points to hold at."""
    server.holds.add(given)
    return {}


def clear_holds(server, _, __):
    """Removes all points."""
    server.holds.clear()
    return {}


def held(server, request, _):
    """The first request that is held, waiting for one."""
    return {"held": server.holds.first_held(min(float(request.query.get("timeout", 10)), 300))}


def release_held(server, _, given):
    """Lets what is held go."""
    return {"released": server.holds.release(given.get("then", "auto"), given.get("number"))}


def settings(server, _, given):
    """Changes the latency and the limit for those without a token."""
    server.latency = given.get("latency", server.latency)
    if "anonymousLimit" in given:
        server.forge.anonymous.limit, server.forge.anonymous.remaining = given["anonymousLimit"], None
    if "token" in given:
        token = server.forge.tokens[given["token"]]
        for key in ("limit", "remaining", "reset", "revoked"):
            if key in given:
                setattr(token, key, given[key])
    return {"latency": server.latency}


def blob(server, request, _):
    """The bytes of an asset or package file, by name, base64."""
    wanted = request.query["sha256"]
    for repository in server.forge.repositories:
        files = [one for release in repository.releases for one in release.assets]
        files += [one for package in repository.packages for one in package.files]
        for one in files:
            if one.blob.sha256 == wanted and one.blob.path:
                with open(one.blob.path, "rb") as file:
                    return {"base64": base64.b64encode(file.read()).decode()}
    raise KeyError(wanted)


def now(_, __, ___):
    """The time here."""
    return {"now": time.time()}


# What any fake server can do.
COMMON = {
    ("GET", "requests"): requests,
    ("DELETE", "requests"): forget_requests,
    ("POST", "faults"): add_faults,
    ("GET", "faults"): faults,
    ("DELETE", "faults"): clear_faults,
    ("POST", "holds"): add_holds,
    ("DELETE", "holds"): clear_holds,
    ("GET", "held"): held,
    ("POST", "release"): release_held,
    ("GET", "health"): now,
}

ACTIONS = {
    **COMMON,
    ("POST", "repositories"): create_repository,
    ("POST", "releases"): create_release,
    ("POST", "runs"): work.set_run,
    ("POST", "checks"): work.set_check,
    ("POST", "pulls"): work.set_pull,
    ("POST", "reset"): reset,
    ("GET", "state"): state,
    ("POST", "settings"): settings,
    ("GET", "blob"): blob,
}
