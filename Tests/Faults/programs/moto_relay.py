"""Amazon S3 as moto has it, behind the listeners, faults and holds of `Tests/Fakes/forge`. Needs an interpreter that has moto.

`moto_relay.py READY-FILE STATE-FOLDER BUCKET`
"""
from __future__ import annotations

import http.client
import json
import os
import sys
import threading
import time
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parent.parent.parent / "Fakes" / "forge"))

import admin  # noqa: E402
from moto.server import ThreadedMotoServer  # noqa: E402
from server import Server, end_with_parent  # noqa: E402
from wire import Response  # noqa: E402

_SIGNATURE = "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0"
_HOP = {"connection", "transfer-encoding", "content-length", "expect", "date", "server", "keep-alive"}


class _Relay(Server):
    """Hands each request to moto when all of it has come."""

    def __init__(self, folder: str, bucket: str) -> None:
        self.moto = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
        self.moto.start()
        self.bucket = bucket
        super().__init__(folder)

    def ask(self, method: str, target: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes, dict[str, str]]:
        """Sends a request to moto."""
        connection = http.client.HTTPConnection("127.0.0.1", self.moto.get_host_and_port()[1], timeout=60)
        try:
            connection.request(method, target, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read(), {name.lower(): value for name, value in answer.getheaders()}
        finally:
            connection.close()

    def _admin(self, request):
        return admin.handle(self, request, {**admin.COMMON, ("POST", "reset"): _reset})

    @staticmethod
    def _fault_answer(_, __, effect):
        headers = dict(effect.get("headers", {}))
        if "retry_after" in effect:
            headers["retry-after"] = str(effect["retry_after"])
        status = effect.get("status", 429)
        return Response(status, effect.get("body", "").encode(), headers)

    def _route(self, request):
        body = request.body(limit=1 << 30)
        given = {name: value for name, value in request.headers.items() if name not in _HOP}
        status, text, headers = self.ask(request.method, request.target, body, given)
        size = int(headers.get("content-length", len(text)))
        headers = {name: value for name, value in headers.items() if name not in _HOP}
        if request.method == "HEAD":
            # Has a size, and no body.
            return Response(status, headers=headers, file="", size=size)
        return Response(status, text, headers)


def _reset(server, _, __):
    """Forgets everything, and makes the bucket."""
    server.holds.clear()
    server.faults.clear()
    server.ask("POST", "/moto-api/reset", b"", {})
    server.ask("PUT", f"/{server.bucket}", b"", {"authorization": _SIGNATURE})
    return {}


def main() -> None:
    """Serves until the process that started it is gone."""
    ready, folder, bucket = sys.argv[1:]
    server = _Relay(folder, bucket)
    Path(ready + ".part").write_text(json.dumps(server.urls))
    os.replace(ready + ".part", ready)
    threading.Thread(target=end_with_parent, daemon=True).start()
    while True:
        time.sleep(3600)


if __name__ == "__main__":
    main()
