"""GitHub's release assets: uploads, lists, downloads by way of a storage."""

import re
from urllib.parse import quote

from github_releases import announce, fields, find
from github_wire import DOCS, Refusal, asset_value, invalid, not_found, page_of, touch
from state import Asset, Blob
from wire import Gone, Response

LIMIT = 2 << 30


def stored_name(name):
    """The name that GitHub gives to an uploaded file."""
    rewritten = re.sub(r"[.]*[^A-Za-z0-9._+@-][^A-Za-z0-9_+@-]*", ".", name).rstrip(".")
    return "default" + rewritten if rewritten.startswith(".") or not rewritten else rewritten


def list_assets(call, identifier):
    """GET releases/ID/assets."""
    shown = []
    for asset in find(call, identifier).assets:
        if asset.hidden_lists > 0:
            asset.hidden_lists -= 1
        else:
            shown.append(asset)
    items, headers = page_of(shown, call.request, call.addresses, call.repository, f"releases/{identifier}/assets")
    release = find(call, identifier)
    return Response.of_json(200, [asset_value(call.addresses, call.repository, release, one) for one in items], headers)


def check_upload(call, identifier):
    """The release and the name of an upload, if it may begin."""
    request = call.request
    call.needs_push()
    release = find(call, identifier)
    if request.length is None:
        raise Refusal(400, "Bad Content-Length: ")
    if release.immutable:
        raise Refusal(422, "Cannot upload assets to an immutable release.")
    if not request.query.get("name"):
        raise invalid("ReleaseAsset", ("missing_field", "name", None))
    if request.length == 0:
        raise invalid("ReleaseAsset", ("custom", "size", "size must be greater than or equal to 1"))
    if request.length >= LIMIT:
        refusal = invalid("ReleaseAsset", ("custom", "size", f"size must be less than or equal to {LIMIT}"))
        if request.length == LIMIT:
            refusal = Refusal(500, "Internal Server Error")
        refusal.early = True
        raise refusal
    if len(release.assets) >= 1000:
        raise invalid("ReleaseAsset", ("custom", "release", "file_count limited to 1000 assets per release"))
    return release, request.effects.get("rename", {}).get("name") or stored_name(request.query["name"])


def new_asset(call, release, name, blob, state="uploaded"):
    """Puts an asset there; refuses a name that is taken."""
    request = call.request
    if any(one.name == name for one in release.assets):
        call.forge.discarded(blob)
        raise invalid("ReleaseAsset", ("already_exists", "name", None))
    asset = Asset(call.forge.next_id(), name, request.query.get("label"),
                  request.headers.get("content-type", "application/octet-stream"), blob, state)
    asset.uploader = request.token.login
    if "digest" in request.effects:
        asset.digest = request.effects["digest"].get("value")
    if "stale" in request.effects:
        asset.hidden_lists = request.effects["stale"].get("lists", 1)
    release.assets.append(asset)
    announce(call, release, "asset")
    return asset


def upload(call, identifier):
    """POST releases/ID/assets; called without the lock, for a long time."""
    with call.repository.lock:
        release, name = check_upload(call, identifier)
        effects = call.request.effects
        if "rival" in effects:
            rival = effects.pop("rival")
            if not any(one.name == name for one in release.assets):
                new_asset(call, release, name, call.forge.store(rival.get("text", "a rival's bytes").encode()))
        taken = any(one.name == name for one in release.assets)
    if taken:
        call.request.drain()
        raise invalid("ReleaseAsset", ("already_exists", "name", None))
    if "starter" in effects:
        call.request.drain()
        with call.repository.lock:
            new_asset(call, release, name, Blob(), "starter")
        raise Refusal(effects["starter"].get("status", 502), "Server Error")
    try:
        blob = call.forge.receive(call.request.pieces())
    except Gone:
        with call.repository.lock:
            if call.repository.interrupted_uploads == "starter" and release in call.repository.releases \
                    and not any(one.name == name for one in release.assets):
                new_asset(call, release, name, Blob(), "starter")
        raise
    with call.repository.lock:
        if release not in call.repository.releases:
            call.forge.discarded(blob)
            raise not_found()
        asset = new_asset(call, release, name, blob)
        return Response.of_json(201, asset_value(call.addresses, call.repository, release, asset))


def find_asset(call, identifier):
    """The release and the asset with an id, if it may be seen."""
    release, asset = call.repository.asset(int(identifier))
    if asset is None or (release.draft and not call.request.token.may(call.repository, "push")):
        raise not_found(DOCS + "/releases/assets#get-a-release-asset")
    return release, asset


def get_asset(call, identifier):
    """GET releases/assets/ID."""
    release, asset = find_asset(call, identifier)
    if "application/octet-stream" not in call.request.headers.get("accept", ""):
        return Response.of_json(200, asset_value(call.addresses, call.repository, release, asset))
    if asset.state != "uploaded":
        raise not_found(DOCS + "/releases/assets#get-a-release-asset")
    asset.downloads += 1
    if call.repository.direct_downloads and asset.blob.path:
        return sent(asset)
    return redirect(call.addresses, call.repository, asset)


def redirect(addresses, repository, asset):
    """302 to where the bytes are; the address carries all that is needed to get them."""
    address = (f"{addresses.storage}/storage/{repository.id}/{asset.id}?sig={asset.blob.sha256[:16]}"
               f"&response-content-disposition={quote('attachment; filename=' + asset.name)}")
    return Response(302, headers={"location": address, "content-type": "text/html;charset=utf-8"})


def stored(forge, request, repository_id, asset_id):
    """GET at the storage: bytes by a signed address; a credential is refused, as the real one does."""
    repository = forge.numbered(int(repository_id))
    asset = repository and repository.asset(int(asset_id))[1]
    if "authorization" in request.headers:
        return Response(400, b"<Error><Code>InvalidArgument</Code><Message>Only one auth mechanism allowed</Message>"
                             b"</Error>", {"content-type": "application/xml"})
    if asset is None or request.query.get("sig") != asset.blob.sha256[:16]:
        return Response(403, b"<Error><Code>AuthenticationFailed</Code></Error>", {"content-type": "application/xml"})
    if asset.blob.path is None:
        return Response(410, b"these bytes were discarded", {"content-type": "text/plain"})
    return sent(asset)


def sent(asset):
    """The bytes of an asset."""
    return Response(200, file=asset.blob.path, size=asset.blob.size,
                    headers={"content-type": asset.content_type, "accept-ranges": "bytes"})


def download(forge, request, addresses, owner, name, tag, file):
    """GET of a file for people: no credential, published releases alone."""
    repository = forge.repository(owner, name)
    release = repository and not repository.private and repository.published(tag)
    asset = release and next((one for one in release.assets if one.name == file and one.state == "uploaded"), None)
    return redirect(addresses, repository, asset) if asset else Response(404, b"Not Found")


def update_asset(call, identifier):
    """PATCH releases/assets/ID."""
    call.needs_push()
    given = fields(call.request, DOCS + "/releases/assets#update-a-release-asset")
    release, asset = find_asset(call, identifier)
    if release.immutable:
        raise invalid("ReleaseAsset", ("custom", None, "Cannot update asset of an immutable release"))
    name = stored_name(given["name"]) if given.get("name") else asset.name
    if any(one.name == name and one is not asset for one in release.assets):
        raise invalid("ReleaseAsset", ("already_exists", "name", None))
    asset.name = name
    asset.label = given.get("label", asset.label)
    touch(asset)
    announce(call, release, "asset")
    return Response.of_json(200, asset_value(call.addresses, call.repository, release, asset))


def delete_asset(call, identifier):
    """DELETE releases/assets/ID."""
    call.needs_push()
    release, asset = find_asset(call, identifier)
    if release.immutable:
        raise invalid("ReleaseAsset", ("custom", None, "Cannot delete asset from an immutable release"))
    release.assets.remove(asset)
    call.forge.discarded(asset.blob)
    announce(call, release, "asset")
    return Response(204)
