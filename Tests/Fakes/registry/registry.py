"""The API of the OCI distribution specification 1.1, on the servers, faults and holds of the forge beside it."""

import os
import re
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "forge"))

import admin  # noqa: E402
import manifests  # noqa: E402
import tokens  # noqa: E402
import uploads  # noqa: E402
from paging import link_page  # noqa: E402
from server import Server, end_with_parent  # noqa: E402, F401
from store import DEFAULTS, Store  # noqa: E402
from tokens import errors  # noqa: E402
from wire import Response  # noqa: E402

NAME = r"[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*"


class RegistryServer(Server):
    """The registry at `api`, its token server at `web`, and at `storage` the host that it redirects to."""

    state = Store

    def _admin(self, request):
        return admin.handle(self, request, ACTIONS)

    @staticmethod
    def _fault_answer(_, __, effect):
        headers = dict(effect.get("headers", {}))
        if effect["kind"] == "answer":
            return Response(effect["status"], effect.get("body", "").encode(), headers)
        if "retry_after" in effect:
            headers["retry-after"] = str(effect["retry_after"])
        return errors(429, "TOOMANYREQUESTS", "slow down", headers)

    def _route(self, request):
        store, settings = self.forge, self.forge.settings
        if settings["endless"] and re.search(settings["endless"], request.target):
            self._flood(request)
        if request.origin == "web":
            return tokens.token(store, request) if request.path == "/token" else errors(404, "NOT_FOUND")
        if request.origin == "storage" and "authorization" in request.headers:
            request.drain()
            return errors(400, "UNSUPPORTED", "credentials are for another host")
        response = self._handle_api(request)
        if settings["warning"]:
            response.headers["warning"] = settings["warning"]
        if settings["corrupt"] and response.file and re.search(settings["corrupt"], request.target):
            corrupt(store, response)
        return response

    @staticmethod
    def _flood(request):
        """Sends zeros until the client has had enough."""
        request.drain()
        request.connection.send(b"HTTP/1.1 200 OK\r\ncontent-type: application/vnd.oci.image.manifest.v1+json\r\n"
                                b"connection: close\r\n\r\n")
        try:
            while True:
                request.connection.send(bytes(65536))
        finally:
            request.connection.broken = True

    def _handle_api(self, request):
        store, path = self.forge, request.path
        if path in ("/v2", "/v2/"):
            return tokens.refusal(store, request, None, "pull") or Response.of_json(200, {})
        match = re.fullmatch(rf"/v2/({NAME})/(blobs|manifests|tags|referrers)/(.+)", path)
        if not match:
            request.drain()
            return errors(404, "NOT_FOUND")
        name, kind, rest = match.groups()
        action = "pull" if request.method in ("GET", "HEAD") and not rest.startswith("uploads/") else "push"
        # What redirects lead to proves by its address that it may be read.
        refused = None if request.origin == "storage" else tokens.refusal(store, request, name, action)
        if refused:
            request.drain()
            return refused
        if kind == "blobs" and rest.startswith("uploads/"):
            return uploads.handle(store, request, name, rest.removeprefix("uploads/"))
        if kind == "blobs":
            return blob(store, request, name, rest)
        if kind == "manifests":
            return manifests.handle(store, request, name, rest)
        return tags(store, request, name) if kind == "tags" else manifests.referrers(store, request, name, rest)


def corrupt(store, response):
    """Has the same number of bytes sent, of which the last is another."""
    with open(response.file, "rb") as file:
        data = bytearray(file.read())
    if data:
        data[-1] ^= 1
    response.file = os.path.join(store.folder, "corrupt")
    with open(response.file, "wb") as file:
        file.write(data)


def blob(store, request, name, digest):
    """A blob, or where it is."""
    repository, settings = store.repository(name), store.settings
    if request.method not in ("GET", "HEAD"):
        request.drain()
        return errors(405, "UNSUPPORTED")
    if repository is None or digest not in repository.blobs:
        return errors(404, "BLOB_UNKNOWN", "blob unknown to registry")
    target = settings["redirects"]
    if target and request.method == "GET" and request.origin == "api":
        places = {"storage": request.bases["storage"] + request.target,
                  "loop": request.target + ("&" if "?" in request.target else "?") + "again"}
        return Response(307, headers={"location": places.get(target, target)})
    headers = {"content-type": "application/octet-stream", "docker-content-digest": digest}
    return Response(200, headers=headers, file=store.blob_path(digest), size=store.sizes[digest])


def tags(store, request, name):
    """The tags after `last`, as many as fit a page."""
    repository = store.repository(name)
    if repository is None:
        return errors(404, "NAME_UNKNOWN", "repository name not known to registry")
    last = request.query.get("last", "")
    names = [tag for tag in sorted(repository.tags) if tag > last]
    size = min(int(request.query.get("n", 1 << 30)), store.settings["pageSize"] or 1 << 30)
    response = Response.of_json(200, {"name": name, "tags": names[:size]})
    link_page(store, request, response, f"/v2/{name}/tags/list", {"n": size, "last": names[:size][-1]}
              if len(names) > size else None)
    return response


def settings(server, _, given):
    """Changes how the registry behaves."""
    unknown = set(given) - set(DEFAULTS)
    if unknown:
        raise ValueError(f"unknown settings {sorted(unknown)}")
    server.forge.settings.update(given)
    return dict(server.forge.settings)


def reset(server, _, __):
    """Forgets everything, faults and holds too."""
    server.holds.clear()
    server.faults.clear()
    server.forge.forget()
    return {}


def state(server, _, __):
    """What is there."""
    return server.forge.described()


ACTIONS = {**admin.COMMON, ("POST", "settings"): settings, ("POST", "reset"): reset, ("GET", "state"): state}
