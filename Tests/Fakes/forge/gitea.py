"""Gitea's and Forgejo's REST API (v1) for releases and their attachments."""

import re
from urllib.parse import quote, unquote

import gitea_assets as assets
import gitea_work
import work
from gitea_wire import Call, Refusal, announce, asset_value, by_tag, find, missing, pages
from github_wire import Refusal as GitHubRefusal
from github_wire import authenticate
from state import Release, moment
from wire import Response

download = assets.download


def handle(forge, request):
    """The answer to a request."""
    try:
        authenticate(forge, request)
        response = answer(forge, request)
    except GitHubRefusal:
        response = error(request, 401, "user does not exist [uid: 0, name: ]")
    except Refusal as refusal:
        response = error(request, refusal.status, refusal.message)
    response.headers.setdefault("x-frame-options", "SAMEORIGIN")
    return response


def error(request, status, message):
    """An error as it is sent."""
    value = {"message": message, "url": f"{request.bases['api']}/api/swagger"}
    return Response.of_json(status, {"errors": [], **value} if status == 404 else value)


def answer(forge, request):
    """The answer, or a refusal."""
    method = "GET" if request.method == "HEAD" else request.method
    if match := re.fullmatch(r"/attachments/([0-9a-f-]{36})", request.path):
        return assets.attachment(forge, request, match[1])
    path = request.raw_path.removeprefix("/api/v1/")
    if path == "version" and method == "GET":
        return Response.of_json(200, {"version": "1.24.6"})
    if path == "user" and method == "GET":
        if request.token is forge.anonymous:
            raise Refusal(401, "token is required")
        return Response.of_json(200, {"id": 1, "login": request.token.login, "username": request.token.login})
    match = re.fullmatch(r"repos/([^/]+)/([^/]+)(?:/(.*))?", path)
    repository = forge.repository(unquote(match[1]), unquote(match[2])) if match else None
    if repository is None or (repository.private and not request.token.may(repository, "pull")):
        raise missing()
    call = Call(forge, request, repository)
    if method == "POST" and (upload := re.fullmatch(r"releases/(\d+)/assets", match[3] or "")):
        return assets.create_asset(call, upload[1])
    request.saved = request.body()
    request.body = lambda *_: request.saved
    for wanted, pattern, function in ROUTES:
        if method == wanted and (found := re.fullmatch(pattern, match[3] or "")):
            with repository.lock:
                work.catch_up(forge, repository, request)
                return function(call, *[unquote(part) for part in found.groups()])
    raise missing()


def get_repository(call):
    """GET the repository."""
    one, token = call.repository, call.request.token
    push, admin = token.may(one, "push"), token.may(one, "admin")
    return Response.of_json(200, {
        "id": one.id, "name": one.name, "full_name": one.full_name, "owner": {"login": one.owner}, "private": one.private,
        "archived": one.archived, "default_branch": one.default_branch, "has_releases": True, "empty": not one.branches,
        "html_url": call.page, "permissions": {"admin": admin, "push": push, "pull": True}})


def release_value(call, release):
    """A release."""
    return {"id": release.id, "tag_name": release.tag, "target_commitish": release.target, "name": release.name or "",
            "body": release.body or "", "url": f"{call.url}/releases/{release.id}",
            "html_url": f"{call.page}/releases/tag/{quote(release.tag)}",
            "tarball_url": f"{call.page}/archive/{quote(release.tag)}.tar.gz",
            "zipball_url": f"{call.page}/archive/{quote(release.tag)}.zip",
            "upload_url": f"{call.url}/releases/{release.id}/assets", "draft": release.draft,
            "prerelease": release.prerelease, "created_at": release.created,
            "published_at": release.published or release.created, "author": {"login": release.author},
            "assets": [asset_value(call, release, one) for one in release.assets]}


def one(call, release, status=200):
    """A release as an answer."""
    return Response.of_json(status, release_value(call, release))


def list_releases(call):
    """GET releases."""
    wanted, shown = call.request.query.get("draft"), []
    for release in reversed(call.repository.releases):
        if release.hidden_lists > 0:
            release.hidden_lists -= 1
        elif (not release.draft or call.writes()) and wanted in (None, str(release.draft).lower()):
            shown.append(release)
    items, headers = pages(call, shown)
    return Response.of_json(200, [release_value(call, release) for release in items], headers)


def get_release(call, identifier):
    """GET releases/ID."""
    return one(call, find(call, identifier))


def get_by_tag(call, tag):
    """GET releases/tags/TAG."""
    return one(call, by_tag(call, tag))


def get_latest(call):
    """GET releases/latest."""
    eligible = [one for one in call.repository.releases if not one.draft and not one.prerelease]
    if not eligible:
        raise missing()
    return one(call, max(eligible, key=lambda release: (release.created, release.id)))


def make_tag(call, release):
    """Creates the tag of a release that becomes public."""
    repository = call.repository
    if "refuse-tag" in call.request.effects or (release.tag not in repository.tags and repository.restricts(release.tag)):
        raise Refusal(422, f"user not allowed to create protected tag [tag: {release.tag}]")
    if release.tag in repository.tags:
        return
    sha = repository.resolve(release.target)
    if sha is None:
        raise Refusal(404, f'target "{release.target}" not found: object does not exist')
    call.forge.create_tag(call.request, repository, release.tag, sha)


def create_release(call):
    """POST releases: one release or draft for each tag."""
    call.needs_push()
    given, repository = call.given(), call.repository
    if not given.get("tag_name"):
        raise Refusal(422, "[TagName]: Required")
    if not repository.branches:
        raise Refusal(422, "repo is empty")
    if call.request.effects.pop("rival", None) is not None:
        other = Release(call.forge.next_id(), given["tag_name"], "", "a rival's", published=moment(), author="rival")
        repository.tags.setdefault(other.tag, repository.resolve(None))
        repository.releases.append(other)
    if any(release.tag == given["tag_name"] for release in repository.releases):
        raise Refusal(409, "Release is has no Tag")
    release = Release(call.forge.next_id(), given["tag_name"], given.get("target_commitish") or repository.default_branch,
                      given.get("name"), given.get("body"), bool(given.get("draft")), bool(given.get("prerelease")))
    release.author = call.request.token.login
    if not release.draft:
        make_tag(call, release)
        release.published = moment()
    stale = call.request.effects.get("stale")
    release.hidden_lists = stale.get("lists", 1) if stale else 0
    repository.releases.append(release)
    announce(call, release, "release")
    return one(call, release, 201)


def update_release(call, identifier):
    """PATCH releases/ID: an empty text changes nothing."""
    call.needs_push()
    release, given = find(call, identifier), call.given()
    was_draft, saved = release.draft, dict(vars(release))
    for key, attribute in {"tag_name": "tag", "target_commitish": "target", "name": "name", "body": "body"}.items():
        if given.get(key):
            setattr(release, attribute, given[key])
    for key in ("draft", "prerelease"):
        if isinstance(given.get(key), bool):
            setattr(release, key, given[key])
    try:
        if not release.draft:
            make_tag(call, release)
    except Refusal:
        vars(release).update(saved)
        raise
    if was_draft and not release.draft:
        release.published = moment()
    announce(call, release, "release" if was_draft else "changed")
    return one(call, release)


def remove(call, release):
    """Removes a release; its tag stays."""
    call.needs_push()
    call.repository.releases.remove(release)
    if not release.draft:
        call.forge.saw(call.request, call.repository, "removed", tag=release.tag)
    return Response(204)


def delete_release(call, identifier):
    """DELETE releases/ID."""
    return remove(call, find(call, identifier))


def delete_by_tag(call, tag):
    """DELETE releases/tags/TAG."""
    return remove(call, by_tag(call, tag))


def tag_value(call, tag):
    """A tag."""
    one = call.repository
    return {"name": tag, "message": one.annotated.get(one.tags[tag], {}).get("message", ""), "id": one.tags[tag],
            "commit": {"sha": one.commit_of(tag), "created": one.commits.get(one.commit_of(tag))}}


def list_tags(call):
    """GET tags."""
    items, headers = pages(call, sorted(call.repository.tags, reverse=True))
    return Response.of_json(200, [tag_value(call, tag) for tag in items], headers)


def get_tag(call, tag):
    """GET tags/TAG."""
    if tag not in call.repository.tags:
        raise missing()
    return Response.of_json(200, tag_value(call, tag))


def get_commit(call, sha):
    """GET git/commits/SHA."""
    found = call.repository.resolve(sha) or (sha if sha in call.repository.tags.values() else None)
    if found is None:
        raise missing()
    return Response.of_json(200, {"sha": found, "created": call.repository.commits.get(found)})


def delete_tag(call, tag):
    """DELETE tags/TAG: refused while a release has it."""
    call.needs_push()
    if tag not in call.repository.tags:
        raise missing()
    if any(release.tag == tag for release in call.repository.releases):
        raise Refusal(409, "a tag attached to a release cannot be deleted directly")
    del call.repository.tags[tag]
    return Response(204)


ROUTES = [
    ("GET", r"", get_repository),
    ("GET", r"releases", list_releases),
    ("POST", r"releases", create_release),
    ("GET", r"releases/latest", get_latest),
    ("GET", r"releases/tags/(.+)", get_by_tag),
    ("DELETE", r"releases/tags/(.+)", delete_by_tag),
    ("GET", r"releases/(\d+)", get_release),
    ("PATCH", r"releases/(\d+)", update_release),
    ("DELETE", r"releases/(\d+)", delete_release),
    ("GET", r"releases/(\d+)/assets", assets.list_assets),
    ("GET", r"releases/(\d+)/assets/(\d+)", assets.get_asset),
    ("PATCH", r"releases/(\d+)/assets/(\d+)", assets.update_asset),
    ("DELETE", r"releases/(\d+)/assets/(\d+)", assets.delete_asset),
    *gitea_work.ROUTES,
    ("GET", r"git/commits/(.+)", get_commit),
    ("GET", r"tags", list_tags),
    ("GET", r"tags/(.+)", get_tag),
    ("DELETE", r"tags/(.+)", delete_tag),
]
