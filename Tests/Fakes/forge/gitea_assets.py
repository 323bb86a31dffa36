"""Gitea's attachments: uploads as a form or as bytes, downloads."""

import re

from gitea_wire import Call, Refusal, announce, asset_value, by_tag, find, missing, uuid_of
from github_wire import Refusal as GitHubRefusal
from github_wire import authenticate
from state import Asset
from wire import Gone, Response


def list_assets(call, identifier):
    """GET releases/ID/assets: all of them."""
    release = find(call, identifier)
    return Response.of_json(200, [asset_value(call, release, one) for one in release.assets])


def create_asset(call, identifier):
    """POST releases/ID/assets: a form with `attachment`, or the bytes alone; a name may be taken twice."""
    request = call.request
    with call.repository.lock:
        call.needs_push()
        release = find(call, identifier)
    kind = request.headers.get("content-type", "")
    form = Form(request.pieces(), kind) if kind.startswith("multipart/form-data") else None
    if form is None and not request.query.get("name"):
        raise Refusal(400, "Could not determine name of attachment.")
    blob = call.forge.receive(form.file() if form else request.pieces())
    name = request.query.get("name") or form.name
    if form and form.name is None:
        raise Refusal(500, "http: no such file")
    with call.repository.lock:
        if release not in call.repository.releases:
            raise missing()
        if "rival" in request.effects:
            release.assets.append(Asset(call.forge.next_id(), name, None, "", call.forge.store(b"a rival's bytes")))
        asset = Asset(call.forge.next_id(), request.effects.get("rename", {}).get("name") or name, None,
                      "application/octet-stream", blob)
        release.assets.append(asset)
        announce(call, release, "asset")
        return Response.of_json(201, asset_value(call, release, asset))


class Form:
    """The file called `attachment` in a form that is streamed."""

    def __init__(self, pieces, kind):
        match = re.search(r'boundary="?([^";]+)"?', kind)
        if not match:
            raise Refusal(500, "no multipart boundary param in Content-Type")
        self.mark, self.pieces, self.name = b"\r\n--" + match[1].encode(), pieces, None

    def file(self):
        """The bytes of the file; what follows it is read and dropped."""
        buffer, inside, ended = b"\r\n", False, False
        for piece in self.pieces:
            if ended:
                continue
            buffer += bytes(piece)
            while not ended:
                if inside:
                    position = buffer.find(self.mark)
                    if position < 0:
                        keep = len(self.mark)
                        if len(buffer) > keep:
                            yield memoryview(buffer[:-keep])
                            buffer = buffer[-keep:]
                        break
                    yield memoryview(buffer[:position])
                    ended = True
                    break
                head, separator, rest = buffer.partition(b"\r\n\r\n")
                if not separator:
                    break
                found = re.search(r'name="attachment"; filename="((?:[^"\\]|\\.)*)"', head.decode("utf-8", "replace"))
                if found:
                    self.name, inside, buffer = found[1], True, rest
                else:
                    position = rest.find(self.mark)
                    if position < 0:
                        break
                    buffer = rest[position:]
        if inside and not ended:
            raise Gone()


def find_asset(call, identifier, asset):
    """A release and its attachment."""
    release = find(call, identifier)
    found = next((one for one in release.assets if one.id == int(asset)), None)
    if found is None:
        raise missing()
    return release, found


def get_asset(call, identifier, asset):
    """GET releases/ID/assets/ID."""
    return Response.of_json(200, asset_value(call, *find_asset(call, identifier, asset)))


def update_asset(call, identifier, asset):
    """PATCH releases/ID/assets/ID."""
    call.needs_push()
    release, found = find_asset(call, identifier, asset)
    found.name = call.given().get("name") or found.name
    announce(call, release, "asset")
    return Response.of_json(201, asset_value(call, release, found))


def delete_asset(call, identifier, asset):
    """DELETE releases/ID/assets/ID."""
    call.needs_push()
    release, found = find_asset(call, identifier, asset)
    release.assets.remove(found)
    call.forge.discarded(found.blob)
    announce(call, release, "asset")
    return Response(204)


def attachment(forge, request, name):
    """GET /attachments/UUID."""
    for repository in forge.repositories:
        for release in repository.releases:
            for asset in release.assets:
                if uuid_of(asset) != name:
                    continue
                if repository.private and not request.token.may(repository, "pull"):
                    raise missing()
                if release.draft and not request.token.may(repository, "push"):
                    raise missing()
                return sent(asset)
    raise missing()


def sent(asset):
    """The bytes of an attachment."""
    if asset.blob.path is None:
        raise Refusal(410, "these bytes were discarded")
    asset.downloads += 1
    return Response(200, file=asset.blob.path, size=asset.blob.size, headers={"content-type": "application/octet-stream"})


def download(forge, request, owner, name, tag, file):
    """GET /O/R/releases/download/TAG/FILE: drafts for those who may write."""
    try:
        authenticate(forge, request)
        repository = forge.repository(owner, name)
        if repository is None or (repository.private and not request.token.may(repository, "pull")):
            raise missing()
        release = by_tag(Call(forge, request, repository), tag)
        asset = next((one for one in release.assets if one.name == file), None)
        if asset is None:
            raise missing()
        return sent(asset)
    except (Refusal, GitHubRefusal):
        return Response(404, b"Not found.\n", {"content-type": "text/plain;charset=utf-8"})
