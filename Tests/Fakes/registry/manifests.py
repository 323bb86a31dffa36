"""Manifests and what refers to them (distribution specification 1.1, "Pushing Manifests", "Listing Referrers")."""

import hashlib
import json
import os
import re

from paging import link_page
from store import Manifest
from tokens import errors
from wire import Response

INDEX = "application/vnd.oci.image.index.v1+json"
LIMIT = 4 << 20


def handle(store, request, name, reference):
    """The answer to what is asked of a manifest."""
    if request.method == "PUT":
        return put(store, request, name, reference)
    repository = store.repository(name)
    if request.method == "DELETE" and repository:
        with store.lock:
            found = repository.tags.pop(reference, None) or repository.manifests.pop(reference, None)
        return Response(202) if found else errors(404, "MANIFEST_UNKNOWN")
    digest = repository.tags.get(reference, reference) if repository else None
    manifest = repository.manifests.get(digest) if repository else None
    if manifest is None:
        return errors(404, "MANIFEST_UNKNOWN" if repository else "NAME_UNKNOWN", "manifest unknown")
    accepted = request.headers.get("accept", "*/*")
    if "*/*" not in accepted and manifest.type not in accepted:
        return errors(404, "MANIFEST_UNKNOWN", f"it is {manifest.type}, which is not accepted")
    headers = {"content-type": store.settings["contentType"] or manifest.type}
    told = store.settings["digestHeader"]
    if told:
        headers["docker-content-digest"] = manifest.digest if told is True else told
    return Response(200, headers=headers, file=manifest.path, size=manifest.size)


def put(store, request, name, reference):
    """Takes a manifest whose parts are all there."""
    data, kind = request.body(), request.headers.get("content-type", "")
    if len(data) > LIMIT:
        return errors(413, "MANIFEST_INVALID", "the manifest is too large")
    try:
        value = json.loads(data)
    except ValueError:
        return errors(400, "MANIFEST_INVALID", "it is no JSON")
    digest = "sha256:" + hashlib.sha256(data).hexdigest()
    repository = store.repository(name, create=True)
    if value.get("mediaType", kind) != kind:
        return errors(400, "MANIFEST_INVALID", "its media type is another")
    if reference.startswith("sha256:") and reference != digest:
        return errors(400, "DIGEST_INVALID", "provided digest did not match uploaded content")
    if not reference.startswith("sha256:") and not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,127}", reference):
        return errors(400, "TAG_INVALID", "it is no tag")
    for part in parts(value):
        known = part["digest"] in (repository.manifests if "manifests" in value else repository.blobs)
        if not known and "urls" not in part:
            return errors(404, "MANIFEST_BLOB_UNKNOWN", f"{part['digest']} is not there")
    path = os.path.join(store.folder, "manifest-" + digest.replace(":", "-"))
    with open(path, "wb") as file:
        file.write(data)
    with store.lock:
        repository.manifests[digest] = Manifest(digest, kind, path, len(data), value)
        if reference != digest:
            repository.tags[reference] = digest
            store.history.append({"request": request.number, "repository": name, "tag": reference, "digest": digest})
    headers = {"location": f"/v2/{name}/manifests/{digest}"}
    told = store.settings["digestHeader"]
    if told:
        headers["docker-content-digest"] = digest if told is True else told
    if store.settings["referrers"] and "subject" in value:
        headers["oci-subject"] = value["subject"]["digest"]
    return Response(201, headers=headers)


def parts(value):
    """The descriptors of what must be there."""
    return value["manifests"] if "manifests" in value else [value["config"], *value.get("layers", [])]


def referrers(store, request, name, digest):
    """The index of those that have this subject."""
    settings = store.settings
    if not settings["referrers"] or request.method != "GET":
        return errors(404, "NOT_FOUND")
    repository, wanted = store.repository(name), request.query.get("artifactType")
    found = []
    for manifest in (repository.manifests.values() if repository else ()):
        if manifest.value.get("subject", {}).get("digest") == digest:
            kind = manifest.value.get("artifactType") or manifest.value.get("config", {}).get("mediaType")
            one = {"mediaType": manifest.type, "digest": manifest.digest, "size": manifest.size, "artifactType": kind}
            if manifest.value.get("annotations"):
                one["annotations"] = manifest.value["annotations"]
            found.append(one)
    headers = {"content-type": INDEX}
    if wanted and settings["filters"]:
        found = [one for one in found if one["artifactType"] == wanted]
        headers["oci-filters-applied"] = "artifactType"
    start, size = int(request.query.get("start", 0)), settings["pageSize"] or 1 << 30
    body = {"schemaVersion": 2, "mediaType": INDEX, "manifests": found[start:start + size]}
    response = Response.of_json(200, body, headers)
    query = {"start": start + size, **({"artifactType": wanted} if wanted else {})} if len(found) > start + size else None
    link_page(store, request, response, f"/v2/{name}/referrers/{digest}", query)
    return response
