"""How GitHub answers: addresses, error bodies, header fields, limits of the rate, pages."""

import base64
import time
import uuid
from urllib.parse import quote, urlencode

from state import Token, moment
from wire import Response

DOCS = "https://docs.github.com/rest"
SECONDARY = ("You have exceeded a secondary rate limit. Please wait a few minutes before you try again. "
             "If you reach out to GitHub Support for help, please include the request ID {}.")


class Refusal(Exception):
    """An error answer."""

    def __init__(self, status, message, errors=None, docs=DOCS, headers=()):
        super().__init__(message)
        self.status, self.message, self.errors, self.docs = status, message, errors, docs
        self.headers = dict(headers)
        self.early = False

    def response(self, request):
        """As it is sent."""
        value = {"message": self.message}
        if request.origin == "uploads":
            value["request_id"] = request_id(request)
        if self.errors is not None:
            value["errors"] = self.errors
        value["documentation_url"] = self.docs
        if request.origin != "uploads":
            value["status"] = str(self.status)
        response = Response.of_json(self.status, value, self.headers)
        response.early = self.early
        return response


def not_found(docs=DOCS):
    """404 as for everything that one may not see."""
    return Refusal(404, "Not Found", docs=docs)


def invalid(resource, *errors, docs=DOCS):
    """422 with (code, field, message) triples."""
    listed = []
    for code, field, message in errors:
        one = {"resource": resource, "code": code, "field": field, "message": message}
        listed.append({name: value for name, value in one.items() if value is not None})
    return Refusal(422, "Validation Failed", listed, docs)


def request_id(request):
    """An id like those that GitHub gives to requests; the same for one request."""
    if not hasattr(request, "id_text"):
        parts = uuid.uuid5(uuid.NAMESPACE_URL, f"{request.number}").hex.upper()
        request.id_text = f"{parts[:4]}:{parts[4:10]}:{parts[10:16]}:{parts[16:22]}:{parts[22:30]}"
    return request.id_text


def credential(request):
    """The token that a request carries."""
    for name in ("private-token", "job-token"):
        if name in request.headers:
            return request.headers[name]
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "basic":
        try:
            user, _, secret = base64.b64decode(value, validate=True).decode().partition(":")
        except ValueError:
            return value
        return secret or user
    return value.strip() or None


def authenticate(forge, request):
    """Who asks; 401 for a credential that is not known."""
    value = credential(request)
    if value is None:
        request.token = forge.anonymous
        return
    token = forge.tokens.get(value)
    if token is None or token.revoked:
        raise Refusal(401, "Bad credentials")
    request.token = token


def spend(forge, request):
    """Takes one from the rate limit; refuses when none is left."""
    token = request.token
    with forge.lock:
        now = int(time.time())
        if token.remaining is None or (token.reset and token.reset <= now):
            token.remaining, token.reset = token.limit, now + 3600
        if not token.reset:
            token.reset = now + 3600
        if token.remaining <= 0:
            who = "user ID 1" if token.login else "127.0.0.1"
            raise Refusal(403, f"API rate limit exceeded for {who}.", docs=DOCS + "/overview/rate-limits-for-the-rest-api")
        token.remaining -= 1


def decorate(request, response):
    """Adds the header fields that GitHub sends."""
    token = request.token or Token("")
    fields = {"server": "github.com", "x-github-request-id": request_id(request), "x-content-type-options": "nosniff",
              "vary": "Accept, Authorization, Cookie, X-GitHub-OTP", "access-control-allow-origin": "*"}
    if request.origin == "api":
        limit = token.limit
        remaining = limit if token.remaining is None else token.remaining
        fields.update({
            "x-github-media-type": "github.v3; format=json",
            "x-github-api-version-selected": request.headers.get("x-github-api-version", "2022-11-28"),
            "x-ratelimit-limit": str(limit), "x-ratelimit-remaining": str(remaining),
            "x-ratelimit-used": str(max(0, limit - remaining)),
            "x-ratelimit-reset": str(token.reset or int(time.time()) + 3600), "x-ratelimit-resource": "core",
        })
        if token.kind == "classic" and token.value:
            fields["x-oauth-scopes"] = ", ".join(token.scopes if token.scopes is not None else ["repo"])
            fields["x-accepted-oauth-scopes"] = "repo" if "/repos/" in request.path else ""
        if response.status in (200, 304):
            fields["cache-control"] = "private, max-age=60, s-maxage=60"
    for name, value in fields.items():
        response.headers.setdefault(name, value)
    return response


class Addresses:
    """The addresses as seen from a request: those of github.com, or an Enterprise server's."""

    def __init__(self, request, enterprise):
        bases = request.bases
        self.api = bases["api"] + ("/api/v3" if enterprise else "")
        self.uploads = bases["api"] + "/api/uploads" if enterprise else bases["uploads"]
        self.web, self.storage = bases["web"], bases["storage"]

    def repository(self, repository):
        """A repository in the API."""
        return f"{self.api}/repos/{repository.full_name}"

    def page(self, repository, release):
        """A release for people."""
        tag = f"untagged-{release.id * 2654435761 & 0xffffffffffff:020x}" if release.draft else quote(release.tag)
        return f"{self.web}/{repository.full_name}/releases/tag/{tag}"

    def download(self, repository, release, asset):
        """An asset for people."""
        tag = self.page(repository, release).rsplit("/tag/", 1)[1]
        return f"{self.web}/{repository.full_name}/releases/download/{tag}/{quote(asset.name)}"

    def user(self, login):
        """An account."""
        kind = "Bot" if login.endswith("[bot]") else "User"
        return {"login": login, "id": 1, "node_id": "MDQ6VXNlcjE=", "url": f"{self.api}/users/{login}",
                "html_url": f"{self.web}/{login}", "type": kind, "site_admin": False}


def page_of(items, request, addresses, repository, tail):
    """A page of a list with its Link field."""
    def number(name, default):
        text = request.query.get(name, "")
        return max(1, int(text)) if text.isascii() and text.isdigit() else default
    size, page = min(100, number("per_page", 30)), number("page", 1)
    if (page - 1) * size >= 10000:
        raise Refusal(422, "Only the first 10000 results are available.")
    last = max(1, -(-len(items) // size))
    headers = {}

    def link(target, relation):
        query = urlencode({**request.query, "page": target})
        return f'<{addresses.api}/repositories/{repository.id}/{tail}?{query}>; rel="{relation}"'
    links = []
    if page > 1:
        links.append(link(min(page - 1, last), "prev"))
    if page < last:
        links += [link(page + 1, "next"), link(last, "last")]
    if page > 1:
        links.append(link(1, "first"))
    if links:
        headers["link"] = ", ".join(links)
    return items[(page - 1) * size:page * size], headers


def asset_value(addresses, repository, release, asset):
    """An asset as the API shows it."""
    return {
        "url": f"{addresses.repository(repository)}/releases/assets/{asset.id}", "id": asset.id,
        "node_id": f"RA_kwDO{asset.id}", "name": asset.name, "label": asset.label,
        "uploader": addresses.user(asset.uploader), "content_type": asset.content_type, "state": asset.state,
        "size": asset.blob.size, "digest": asset.reported_digest, "download_count": asset.downloads,
        "created_at": asset.created, "updated_at": asset.updated,
        "browser_download_url": addresses.download(repository, release, asset),
    }


def release_value(addresses, repository, release):
    """A release as the API shows it."""
    base = f"{addresses.repository(repository)}/releases/{release.id}"
    archive = f"{addresses.repository(repository)}/{{}}/{quote(release.tag)}"
    value = {
        "url": base, "assets_url": base + "/assets",
        "upload_url": f"{addresses.uploads}/repos/{repository.full_name}/releases/{release.id}/assets{{?name,label}}",
        "html_url": addresses.page(repository, release), "id": release.id,
        "author": addresses.user(release.author), "node_id": f"RE_kwDO{release.id}", "tag_name": release.tag,
        "target_commitish": release.target, "name": release.name, "draft": release.draft,
        "immutable": release.immutable, "prerelease": release.prerelease, "created_at": release.created,
        "updated_at": release.updated, "published_at": release.published,
        "assets": [asset_value(addresses, repository, release, one) for one in release.assets],
        "tarball_url": None if release.draft else archive.format("tarball"),
        "zipball_url": None if release.draft else archive.format("zipball"), "body": release.body,
    }
    if release.discussion:
        value["discussion_url"] = release.discussion
    return value


def touch(thing):
    """Notes the time of a change."""
    thing.updated = moment()
