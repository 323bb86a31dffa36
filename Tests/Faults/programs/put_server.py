"""A web server that takes files by PUT, with the listeners, faults and holds of `Tests/Fakes/forge`.

`put_server.py READY-FILE STATE-FOLDER`

It keeps what has come of a body that was cut off, as plain servers do. `GET /_fake/state` lists the files with digest and size.
"""
from __future__ import annotations

import hashlib
import json
import os
import sys
import threading
import time
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parent.parent.parent / "Fakes" / "forge"))

import admin  # noqa: E402
from server import Server, end_with_parent  # noqa: E402
from wire import Gone, Response  # noqa: E402


class _Files(Server):
    """Files by path, in memory."""

    def __init__(self, folder: str) -> None:
        self.files: dict[str, bytes] = {}
        self.guard = threading.Lock()
        super().__init__(folder)

    def _admin(self, request):
        return admin.handle(self, request, {**admin.COMMON, ("POST", "reset"): _reset, ("GET", "state"): _state})

    @staticmethod
    def _fault_answer(_, __, effect):
        headers = dict(effect.get("headers", {}))
        if "retry_after" in effect:
            headers["retry-after"] = str(effect["retry_after"])
        return Response(effect.get("status", 429), effect.get("body", "").encode(), headers)

    def _route(self, request):
        path, method = request.path, request.method
        with self.guard:
            there = self.files.get(path)
        if method in ("GET", "HEAD"):
            request.drain()
            return Response(404) if there is None else self._answer_with(there, request)
        if refused := _refused(request, there):
            request.drain()
            return refused
        if method == "DELETE":
            request.drain()
            with self.guard:
                return Response(204 if self.files.pop(path, None) is not None else 404)
        if method != "PUT":
            request.drain()
            return Response(405)
        return self._take(request, path, there)

    @staticmethod
    def _answer_with(content: bytes, request):
        headers = {"etag": _tag(content), "content-type": "application/octet-stream"}
        if request.method == "HEAD":
            return Response(200, headers=headers, file="", size=len(content))
        return Response(200, content, headers)

    def _take(self, request, path: str, there: bytes | None):
        content = b""
        try:
            for piece in request.pieces():
                content += bytes(piece)
        except Gone:
            with self.guard:
                self.files[path] = content
            raise
        wanted = request.headers.get("x-checksum-sha256")
        if wanted and wanted != hashlib.sha256(content).hexdigest():
            return Response(422, b"the digest is another")
        with self.guard:
            self.files[path] = content
        return Response(201 if there is None else 204, headers={"etag": _tag(content)})


def _tag(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:20]}"'


def _refused(request, there: bytes | None):
    """Returns the answer if a condition of the request does not hold."""
    if request.headers.get("if-none-match") == "*" and there is not None:
        return Response(412)
    match = request.headers.get("if-match")
    if match is not None and (there is None or match not in ("*", _tag(there))):
        return Response(412)
    return None


def _reset(server, _, __):
    """Forgets everything."""
    server.holds.clear()
    server.faults.clear()
    with server.guard:
        server.files.clear()
    return {}


def _state(server, _, __):
    """The files."""
    with server.guard:
        return {path: f"{len(content)} bytes {hashlib.sha256(content).hexdigest()}" for path, content in sorted(server.files.items())}


def main() -> None:
    """Serves until the process that started it is gone."""
    ready, folder = sys.argv[1:]
    server = _Files(folder)
    Path(ready + ".part").write_text(json.dumps(server.urls))
    os.replace(ready + ".part", ready)
    threading.Thread(target=end_with_parent, daemon=True).start()
    while True:
        time.sleep(3600)


if __name__ == "__main__":
    main()
