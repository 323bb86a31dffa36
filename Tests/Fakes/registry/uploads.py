"""Uploads of blobs (distribution specification 1.1, "Pushing blobs")."""

import os
import re

from tokens import errors
from wire import Gone, Response


def handle(store, request, name, number):
    """The answer to what is asked of uploads."""
    if request.method == "POST" and not number:
        return begin(store, request, name)
    upload = store.uploads.get(number)
    if upload is None or upload.repository != name:
        request.drain()
        return errors(404, "BLOB_UPLOAD_UNKNOWN", "blob upload unknown to registry")
    if store.settings["location"] == "query" and request.query.get("_state") != f"s {number}/=":
        request.drain()
        return errors(400, "BLOB_UPLOAD_INVALID", "the query is not as it was")
    if request.method == "GET":
        return Response(204, headers=progress(store, request, upload))
    if request.method == "DELETE":
        store.uploads.pop(number, None)
        return Response(204)
    if request.method == "PATCH":
        return append(store, request, upload) or Response(202, headers=progress(store, request, upload))
    return close(store, request, upload) if request.method == "PUT" else errors(405, "UNSUPPORTED")


def begin(store, request, name):
    """A new upload, or a blob of another repository's."""
    request.drain()
    digest, source = request.query.get("mount"), request.query.get("from")
    other = store.repository(source) if source else None
    if store.settings["mounts"] and digest and other and digest in other.blobs and may_read(store, request, source):
        store.repository(name, create=True).blobs.add(digest)
        return Response(201, headers={"location": f"/v2/{name}/blobs/{digest}", "docker-content-digest": digest})
    headers = progress(store, request, store.begin_upload(name))
    if store.settings["minimumChunk"]:
        headers["oci-chunk-min-length"] = str(store.settings["minimumChunk"])
    return Response(202, headers=headers)


def may_read(store, request, source):
    """Whether the token that came allows to read the other repository."""
    if store.settings["auth"] in ("none", "basic"):
        return True
    token = store.tokens.get(request.headers.get("authorization", "").partition(" ")[2])
    return token is not None and "pull" in token.access.get(source, ())


def progress(store, request, upload):
    """Where to go on."""
    path, lead = f"/v2/{upload.repository}/blobs/uploads/{upload.id}", store.settings["location"]
    places = {None: request.bases["api"] + path, "relative": path, "storage": request.bases["storage"] + path,
              "query": f"{path}?_state=s%20{upload.id}%2F%3D"}
    return {"location": places.get(lead, lead), "docker-upload-uuid": upload.id,
            "range": f"0-{max(0, upload.size - 1)}"}


def append(store, request, upload):
    """Takes the body to the upload's end, as far as it comes; the answer where that may not be."""
    settings, limit = store.settings, None
    given = request.headers.get("content-range")
    if given is not None:
        match = re.fullmatch(r"(\d+)-(\d+)", given)
        start, end = (int(match[1]), int(match[2])) if match else (-1, -1)
        too_large = settings["maximumChunk"] and end - start + 1 > settings["maximumChunk"]
        if start != upload.size or end - start + 1 != request.length or too_large:
            request.drain()
            return errors(416, "RANGE_INVALID", "the chunk is too large" if too_large else "the range is not the next",
                          progress(store, request, upload))
    if request.method == "PATCH":
        if settings["minimumChunk"] and (request.length or 0) < settings["minimumChunk"]:
            request.drain()
            return errors(400, "SIZE_INVALID", "the chunk is too small")
        limit = settings["takes"]
    left = limit if limit is not None else 1 << 60
    with open(upload.path, "ab", buffering=0) as file:
        try:
            for piece in request.pieces():
                file.write(piece[:left])
                left -= len(piece[:left])
        except Gone:
            upload.size = os.path.getsize(upload.path)
            raise
    upload.size = os.path.getsize(upload.path)
    return None


def close(store, request, upload):
    """The end of an upload."""
    if store.settings["needsLastChunk"] and upload.size and not request.length:
        return errors(400, "BLOB_UPLOAD_INVALID", "the last chunk is missing")
    refused = append(store, request, upload)
    if refused:
        return refused
    digest = request.query.get("digest", "")
    if not store.keep(upload.path, digest):
        return errors(400, "DIGEST_INVALID", "provided digest did not match uploaded content")
    with store.lock:
        store.uploads.pop(upload.id, None)
        store.repository(upload.repository, create=True).blobs.add(digest)
    headers = {"location": f"/v2/{upload.repository}/blobs/{digest}"}
    told = store.settings["digestHeader"]
    if told:
        headers["docker-content-digest"] = digest if told is True else told
    return Response(201, headers=headers)
