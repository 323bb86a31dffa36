"""What Gitea's answers have in common: errors, rights, pages, what releases and attachments look like."""

import json
import uuid
from urllib.parse import quote, urlencode

from state import described_assets


class Refusal(Exception):
    """An error answer."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status, self.message = status, message


class Call:
    """A request for a repository."""

    def __init__(self, forge, request, repository):
        self.forge, self.request, self.repository = forge, request, repository
        self.base = request.bases["api"]
        self.url = f"{self.base}/api/v1/repos/{repository.full_name}"
        self.page = f"{self.base}/{repository.full_name}"

    def writes(self):
        """Whether the one who asks may write here."""
        return self.request.token.may(self.repository, "push")

    def needs_push(self):
        """Refuses who may not write here."""
        if self.request.token is self.forge.anonymous:
            raise Refusal(401, "token is required")
        if not self.writes():
            raise Refusal(403, "user should have a permission to write to a repo")
        if self.repository.archived:
            raise Refusal(423, f"{self.repository.full_name} is archived")

    def given(self):
        """The JSON object that was sent."""
        try:
            value = json.loads(self.request.body() or b"{}")
        except ValueError as error:
            raise Refusal(422, "[]: invalid JSON") from error
        if not isinstance(value, dict):
            raise Refusal(422, "[]: json: cannot unmarshal")
        return value


def missing():
    """404."""
    return Refusal(404, "The target couldn't be found.")


def pages(call, items):
    """A page of a list with its header fields."""
    query = call.request.query

    def number(name, default):
        text = query.get(name, "")
        return max(1, int(text)) if text.isascii() and text.isdigit() else default
    size, page = min(50, number("limit", 30)), number("page", 1)
    last = max(1, -(-len(items) // size))

    def link(target, relation):
        address = call.base + call.request.raw_path
        return f'<{address}?{urlencode({**query, "page": target})}>; rel="{relation}"'
    links = [link(page + 1, "next"), link(last, "last")] if page < last else []
    links += [link(1, "first"), link(page - 1, "prev")] if page > 1 else []
    headers = {"x-total-count": len(items), "access-control-expose-headers": "Link, X-Total-Count"}
    if links:
        headers["link"] = ",".join(links)
    return items[(page - 1) * size:page * size], headers


def asset_value(call, release, asset):
    """An attachment: no digest is told."""
    return {"id": asset.id, "name": asset.name, "size": asset.blob.size, "download_count": asset.downloads,
            "created_at": asset.created, "uuid": uuid_of(asset), "type": "attachment",
            "browser_download_url": f"{call.page}/releases/download/{quote(release.tag)}/{quote(asset.name)}"}


def uuid_of(asset):
    """The name under which an attachment may be downloaded."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, str(asset.id)))


def find(call, identifier):
    """The release with an id, if it may be seen."""
    release = call.repository.release(int(identifier))
    if release is None or (release.draft and not call.writes()):
        raise missing()
    return release


def by_tag(call, tag):
    """The release of a tag, if it may be seen."""
    release = next((one for one in call.repository.releases if one.tag == tag), None)
    if release is None or (release.draft and not call.writes()):
        raise missing()
    return release


def announce(call, release, event):
    """Notes what people see now."""
    if not release.draft:
        call.forge.saw(call.request, call.repository, event, tag=release.tag, body=release.body,
                       prerelease=release.prerelease, assets=described_assets(release))
