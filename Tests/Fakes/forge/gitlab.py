"""GitLab's REST API (v4) for releases, their links, and generic packages."""

import re
import time
from urllib.parse import quote, unquote

import gitlab_packages as packages
import gitlab_work
import work
from github_wire import Refusal as GitHubRefusal
from github_wire import authenticate, spend
from gitlab_wire import Call, Refusal, pages
from state import Release, moment
from wire import Response


def handle(forge, request):
    """The answer to a request."""
    try:
        parts = [unquote(part) for part in request.raw_path.removeprefix("/api/v4/").split("/")]
        if request.headers.get("authorization", "").lower().startswith("token "):
            raise Refusal(401, "401 Unauthorized")
        authenticate(forge, request)
        spend(forge, request)
        response = answer(forge, request, parts)
    except GitHubRefusal as refusal:
        if refusal.status == 401:
            response = Response.of_json(401, {"message": "401 Unauthorized"})
        else:
            response = Response(429, b"Retry later\n", {"content-type": "text/plain", "retry-after": "60"})
    except Refusal as refusal:
        response = refusal.response
    token = request.token or forge.anonymous
    remaining = token.limit if token.remaining is None else token.remaining
    for name, value in {"server": "nginx", "x-request-id": f"01FAKE{request.number:020d}", "vary": "Origin",
                        "ratelimit-limit": token.limit, "ratelimit-remaining": remaining,
                        "ratelimit-reset": token.reset or int(time.time()) + 60}.items():
        response.headers.setdefault(name, str(value))
    return response


def answer(forge, request, parts):
    """The answer, or a refusal."""
    token, method = request.token, "GET" if request.method == "HEAD" else request.method
    known = token is not forge.anonymous
    if parts in (["version"], ["metadata"], ["user"], ["personal_access_tokens", "self"]) and method == "GET":
        if not known or (token.kind == "job" and parts != ["version"]):
            raise Refusal(401, "401 Unauthorized")
        if parts == ["user"]:
            return Response.of_json(200, person(request, token.login))
        if parts[0] == "personal_access_tokens":
            return Response.of_json(200, {"id": 1, "name": "token", "revoked": False, "active": True, "user_id": 1,
                                          "scopes": token.scopes or ["api"], "expires_at": "2099-01-01",
                                          "created_at": "2026-01-01T00:00:00.000Z"})
        return Response.of_json(200, {"version": "18.4.0-ee", "revision": "0123456789a"})
    if parts[0] != "projects" or len(parts) < 2:
        raise Refusal(404, "404 Not Found", "error")
    name = parts[1]
    project = forge.numbered(int(name)) if name.isdigit() else forge.repository(*name.rsplit("/", 1)) if "/" in name else None
    if project is None or (project.private and not token.may(project, "pull")):
        raise Refusal(404, "404 Project Not Found")
    if known and method != "GET" and token.scopes and not {"api", "write_package_registry"} & set(token.scopes):
        value = {"error": "insufficient_scope", "scope": "api",
                 "error_description": "The request requires higher privileges than provided by the access token."}
        return Response.of_json(403, value)
    call, tail = Call(forge, request, project), parts[2:]
    if token.kind == "job" and tail[:1] not in (["packages"], ["releases"]):
        # A job's token is for packages, releases and little else (docs.gitlab.com/ci/jobs/ci_job_token).
        raise Refusal(401, "401 Unauthorized")
    if tail[:2] == ["packages", "generic"] and len(tail) >= 5:
        return packages.generic(call, method, tail[2], "/".join(tail[3:-1]), tail[-1])
    request.saved = request.body()
    for wanted, pattern, function in ROUTES:
        if method == wanted and len(pattern) == len(tail) and all(a in (b, None) for a, b in zip(pattern, tail)):
            with project.lock:
                work.catch_up(forge, project, request)
                return function(call, *[b for a, b in zip(pattern, tail) if a is None])
    raise Refusal(404, "404 Not Found", "error")


def person(request, login):
    """An account."""
    return {"id": 1, "username": login, "name": login, "state": "active", "web_url": f"{request.bases['api']}/{login}"}


def get_project(call):
    """GET projects/ID."""
    project, token = call.project, call.request.token
    value = {"id": project.id, "path_with_namespace": project.full_name, "name": project.name, "path": project.name,
             "default_branch": project.default_branch, "web_url": f"{call.base}/{project.full_name}",
             "visibility": "private" if project.private else "public", "archived": project.archived}
    if token is not call.forge.anonymous:
        level = 40 if token.may(project, "admin") else 30 if token.may(project, "push") else 20
        value.update({"packages_enabled": True, "package_registry_access_level": "enabled",
                      "releases_access_level": "enabled", "permissions": {
                          "project_access": {"access_level": level, "notification_level": 3}
                          if project.id in token.access else None, "group_access": None}})
    return Response.of_json(200, value)


def link_value(call, release, link):
    """A link of a release."""
    direct = link["url"]
    if link.get("filepath"):
        path = f"{call.project.full_name}/-/releases/{quote(release.tag, safe='')}/downloads{link['filepath']}"
        direct = f"{call.base}/{path}"
    return {"id": link["id"], "name": link["name"], "url": link["url"], "direct_asset_url": direct,
            "link_type": link["link_type"]}


def release_value(call, release):
    """A release."""
    page = f"{call.base}/{call.project.full_name}/-/releases/{quote(release.tag, safe='')}"
    links = [link_value(call, release, one) for one in reversed(release.links)]
    sources = [{"format": kind, "url": f"{call.base}/{call.project.full_name}/-/archive/{release.tag}.{kind}"}
               for kind in ("zip", "tar.gz", "tar.bz2", "tar")]
    return {"tag_name": release.tag, "name": release.name or release.tag, "description": release.body,
            "created_at": release.created, "released_at": release.published,
            "upcoming_release": (release.published or "") > moment(), "author": person(call.request, release.author),
            "commit": {"id": call.project.commit_of(release.tag)}, "tag_path": f"/{call.project.full_name}/-/tags/{release.tag}",
            "assets": {"count": len(links) + len(sources), "sources": sources, "links": links},
            "evidences": [], "_links": {"self": page}}


def find(call, tag):
    """The release of a tag."""
    release = call.project.published(tag)
    if release is None:
        raise Refusal(404 if call.request.token.may(call.project, "push") else 403,
                      "404 Not Found" if call.request.token.may(call.project, "push") else "403 Forbidden")
    return release


def announce(call, release, event):
    """Notes what people see now, and whether what is linked is there."""
    assets = []
    for link in sorted(release.links, key=lambda one: one["name"]):
        found = linked(call, link["url"])
        assets.append({"name": link["name"], "url": link["url"], "size": found.blob.size if found else None,
                       "sha256": found.blob.sha256 if found else None, "state": "uploaded" if found else "missing"})
    call.forge.saw(call.request, call.project, event, tag=release.tag, body=release.body,
                   prerelease=False, assets=assets)


def linked(call, url):
    """The package file that an address leads to."""
    match = re.search(r"/packages/generic/([^/]+)/(.+)/([^/]+)$", url)
    if match:
        return packages.newest(call.project, *(unquote(part) for part in match.groups()))
    return None


def list_releases(call):
    """GET releases."""
    shown = []
    for release in reversed(call.project.releases):
        if release.hidden_lists > 0:
            release.hidden_lists -= 1
        elif not release.draft:
            shown.append(release)
    items, headers = pages(call, shown)
    return Response.of_json(200, [release_value(call, one) for one in items], headers)


def get_release(call, tag):
    """GET releases/TAG."""
    return Response.of_json(200, release_value(call, find(call, tag)))


def create_release(call):
    """POST releases."""
    call.needs("push")
    given, project = call.given(), call.project
    tag = given.get("tag_name")
    if not tag:
        raise Refusal(400, "tag_name is missing", "error")
    if "rival" in call.request.effects:
        effect = call.request.effects.pop("rival")
        project.tags.setdefault(tag, project.resolve(None) or "b" * 40)
        if effect.get("what", "release") == "release":
            project.releases.append(Release(call.forge.next_id(), tag, "", "a rival's", published=moment(), author="rival"))
    if "refuse-tag" in call.request.effects or (tag not in project.tags and project.restricts(tag)):
        raise Refusal(403, "You are not allowed to create this tag as it is protected.")
    if project.published(tag):
        raise Refusal(409, "Release already exists")
    release = Release(call.forge.next_id(), tag, given.get("ref") or "", given.get("name") or tag, given.get("description"))
    release.author = call.request.token.login
    release.published = given.get("released_at") or moment()
    for link in (given.get("assets") or {}).get("links") or []:
        add_link(call, release, link)
    if tag not in project.tags:
        if not given.get("ref"):
            raise Refusal(422, "Ref is not specified")
        sha = project.resolve(given["ref"]) or project.commit_of(given["ref"])
        if sha is None:
            raise Refusal(400, f"Target {given['ref']} is invalid")
        call.forge.create_tag(call.request, project, tag, sha)
    stale = call.request.effects.get("stale")
    release.hidden_lists = stale.get("lists", 1) if stale else 0
    project.releases.append(release)
    announce(call, release, "release")
    return Response.of_json(201, release_value(call, release))


def update_release(call, tag):
    """PUT releases/TAG."""
    call.needs("push")
    release, given = find(call, tag), call.given()
    release.name = given.get("name", release.name)
    release.body = given.get("description", release.body)
    release.published = given.get("released_at", release.published)
    announce(call, release, "changed")
    return Response.of_json(200, release_value(call, release))


def delete_release(call, tag):
    """DELETE releases/TAG; the tag stays."""
    call.needs("push")
    release = find(call, tag)
    call.project.releases.remove(release)
    call.forge.saw(call.request, call.project, "removed", tag=tag)
    return Response.of_json(200, release_value(call, release))


def add_link(call, release, given):
    """Adds a link; its name and address are unique in the release."""
    for key in ("name", "url"):
        if not given.get(key):
            raise Refusal(400, f"{key} is missing", "error")
        if any(one[key] == given[key] for one in release.links):
            raise Refusal(400, [f"{'Name' if key == 'name' else 'Url'} has already been taken"])
    if not re.match(r"(https?|ftp)://[^/]", given["url"]):
        raise Refusal(400, ["Url is blocked: Only allowed schemes are http, https, ftp"])
    path = given.get("direct_asset_path") or given.get("filepath")
    if path and (len(path) > 128 or not re.fullmatch(r"/(?:[-.\w]+/?)*[0-9a-zA-Z]+", path)):
        raise Refusal(400, ["Filepath is in an invalid format"])
    link = {"id": call.forge.next_id(), "name": given["name"], "url": given["url"], "filepath": path,
            "link_type": given.get("link_type") or "other"}
    release.links.append(link)
    return link


def list_links(call, tag):
    """GET releases/TAG/assets/links."""
    release = find(call, tag)
    items, headers = pages(call, list(reversed(release.links)))
    return Response.of_json(200, [link_value(call, release, one) for one in items], headers)


def create_link(call, tag):
    """POST releases/TAG/assets/links."""
    call.needs("push")
    release = find(call, tag)
    link = add_link(call, release, call.given())
    announce(call, release, "asset")
    return Response.of_json(201, link_value(call, release, link))


def with_link(call, tag, identifier):
    """GET, PUT and DELETE releases/TAG/assets/links/ID."""
    release = find(call, tag)
    link = next((one for one in release.links if str(one["id"]) == identifier), None)
    if link is None:
        raise Refusal(404, "404 Not Found")
    if call.request.method in ("GET", "HEAD"):
        return Response.of_json(200, link_value(call, release, link))
    call.needs("push")
    if call.request.method == "DELETE":
        release.links.remove(link)
    else:
        given = call.given()
        link.update({key: given[key] for key in ("name", "url", "link_type") if key in given})
        if given.get("direct_asset_path") or given.get("filepath"):
            link["filepath"] = given.get("direct_asset_path") or given.get("filepath")
    announce(call, release, "asset")
    return Response.of_json(200, link_value(call, release, link))


def tag_value(call, tag):
    """A tag."""
    project = call.project
    release = project.published(tag)
    message = project.annotated.get(project.tags[tag], {}).get("message", "")
    return {"name": tag, "message": message, "target": project.tags[tag], "protected": project.restricts(tag),
            "commit": {"id": project.commit_of(tag), "committed_date": project.commits.get(project.commit_of(tag))},
            "release": release and {"tag_name": tag, "description": release.body}}


def list_tags(call):
    """GET repository/tags."""
    items, headers = pages(call, sorted(call.project.tags, reverse=True))
    return Response.of_json(200, [tag_value(call, one) for one in items], headers)


def get_tag(call, tag):
    """GET repository/tags/TAG."""
    if tag not in call.project.tags:
        raise Refusal(404, "404 Tag Not Found")
    return Response.of_json(200, tag_value(call, tag))


def create_tag(call):
    """POST repository/tags."""
    call.needs("push")
    given = call.given()
    if given.get("tag_name") in call.project.tags:
        raise Refusal(400, f"Tag {given['tag_name']} already exists")
    sha = call.project.resolve(given.get("ref"))
    if sha is None or not given.get("tag_name"):
        raise Refusal(400, f"Target {given.get('ref')} is invalid")
    call.forge.create_tag(call.request, call.project, given["tag_name"], sha)
    return Response.of_json(201, tag_value(call, given["tag_name"]))


def get_commit(call, sha):
    """GET repository/commits/SHA."""
    found = call.project.resolve(sha) or (sha if sha in call.project.tags.values() else None)
    if found is None:
        raise Refusal(404, "404 Commit Not Found")
    return Response.of_json(200, {"id": found, "short_id": found[:8], "title": "a commit"})


def protected_tags(call):
    """GET protected_tags: for maintainers alone."""
    call.needs("admin")
    patterns = [pattern.removeprefix("refs/tags/") for one in call.project.rulesets
                for pattern in one.get("conditions", {}).get("ref_name", {}).get("include", ["*"])]
    items, headers = pages(call, patterns)
    return Response.of_json(200, [{"name": one, "create_access_levels": [{"access_level": 40}]} for one in items], headers)


ROUTES = [
    ("GET", [], get_project),
    ("GET", ["releases"], list_releases),
    ("POST", ["releases"], create_release),
    ("GET", ["releases", None], get_release),
    ("PUT", ["releases", None], update_release),
    ("DELETE", ["releases", None], delete_release),
    ("GET", ["releases", None, "assets", "links"], list_links),
    ("POST", ["releases", None, "assets", "links"], create_link),
    ("GET", ["releases", None, "assets", "links", None], with_link),
    ("PUT", ["releases", None, "assets", "links", None], with_link),
    ("DELETE", ["releases", None, "assets", "links", None], with_link),
    ("GET", ["repository", "tags"], list_tags),
    ("POST", ["repository", "tags"], create_tag),
    ("GET", ["repository", "tags", None], get_tag),
    ("GET", ["repository", "commits", None], get_commit),
    ("GET", ["protected_tags"], protected_tags),
    *gitlab_work.ROUTES,
    ("GET", ["packages"], packages.list_packages),
    ("GET", ["packages", None], packages.with_package),
    ("DELETE", ["packages", None], packages.with_package),
    ("GET", ["packages", None, "package_files"], packages.list_files),
    ("DELETE", ["packages", None, "package_files", None], packages.delete_file),
]
