"""Listeners, one thread per connection, and the way of a request through log, holds, faults and handlers."""

import hashlib
import os
import re
import socket
import sys
import threading
import time
import traceback

import admin
import github
import gitea
import gitlab
import graphql
from faults import Faults, Holds
from state import Forge
from wire import BadRequest, Connection, Gone, Response, parse_request

OFFICIAL = {"api": "https://api.github.com", "uploads": "https://uploads.github.com", "web": "https://github.com",
            "storage": "https://objects.githubusercontent.com"}


def end_with_parent():
    """Ends the program when the one that started it is gone."""
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(0)


class Server:
    """The forge on its addresses."""

    state = Forge

    def __init__(self, folder, latency=0, discard=False, unix_socket=None):
        self.forge = self.state(folder, discard)
        self.faults, self.holds = Faults(), Holds()
        self.latency = latency
        self.listeners = {origin: self._listen() for origin in OFFICIAL}
        self.urls = {origin: f"http://127.0.0.1:{one.getsockname()[1]}" for origin, one in self.listeners.items()}
        if unix_socket:
            listener = socket.socket(socket.AF_UNIX)
            if os.path.exists(unix_socket):
                os.unlink(unix_socket)
            listener.bind(unix_socket)
            listener.listen(128)
            self.listeners["unix"] = listener
        for origin, listener in self.listeners.items():
            threading.Thread(target=self._accept, args=(origin, listener), daemon=True).start()

    @staticmethod
    def _listen():
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", 0))
        listener.listen(512)
        return listener

    def close(self):
        """Takes no more connections."""
        for listener in self.listeners.values():
            try:
                listener.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            listener.close()

    def _accept(self, origin, listener):
        while True:
            try:
                sock, _ = listener.accept()
            except OSError:
                return
            if origin != "unix":
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self._serve, args=(sock, origin), daemon=True).start()

    def _serve(self, sock, origin):
        connection = Connection(sock, origin == "unix")
        try:
            while (lines := connection.read_head()) is not None:
                if not self._one(connection, origin, lines):
                    break
        except Gone:
            pass
        except (BadRequest, ValueError) as error:
            self._refuse(connection, str(error))
        except Exception:
            traceback.print_exc(file=sys.stderr)
        finally:
            connection.finish()

    @staticmethod
    def _refuse(connection, message):
        try:
            body = f'{{"message":"Problems parsing request: {message}"}}'.replace("\n", " ").encode()
            connection.send(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: %d\r\n\r\n%s"
                            % (len(body), body))
        except Gone:
            pass

    def _one(self, connection, origin, lines):
        """Serves one request; tells whether the connection lives on."""
        request = parse_request(connection, origin, lines)
        if origin == "unix":
            host = request.headers.get("host", "").split(":")[0]
            request.origin = next((one for one, url in OFFICIAL.items() if url == f"https://{host}"), "api")
        request.bases = OFFICIAL if origin == "unix" else self.urls
        if request.path.startswith("/_fake/") and request.origin == "api":
            response = self._admin(request)
            connection.answer(request, response, request.keep)
            return request.keep
        entry = self._log(request)
        try:
            response = self._handle(request, entry)
        except Gone:
            entry["received"] = request.received
            entry["answered"] = False
            raise
        entry["received"] = request.received
        return self._answer(connection, request, response, entry)

    def _admin(self, request):
        return admin.handle(self, request)

    @staticmethod
    def _fault_answer(forge, request, effect):
        return github.fault_answer(forge, request, effect)

    def _answer(self, connection, request, response, entry):
        if not request.finished:
            if getattr(response, "early", False):
                request.keep = False
            else:
                request.drain()
        entry["status"] = response.status
        if "lost" in request.effects:
            entry["answered"] = False
            connection.reset() if request.effects["lost"].get("how") != "close" else connection.close_now()
        if cut := request.effects.get("cut"):
            connection.write_budget, connection.reset_at_budget = cut.get("bytes", 0), cut.get("how") != "close"
            request.effects["cut_body"] = cut.get("of") == "body"
            entry["answered"] = False
            if connection.write_budget == 0 and cut.get("of") != "body":
                connection.reset() if connection.reset_at_budget else connection.close_now()
        if "stall_answer" in request.effects:
            entry["answered"] = False
            self._stall(request, request.effects["stall_answer"])
        connection.answer(request, response, request.keep)
        connection.write_rate = connection.read_rate = connection.write_budget = None
        return request.keep

    def _log(self, request):
        scheme, _, value = request.headers.get("authorization", "").partition(" ")
        credential = {"scheme": scheme, "token": value} if scheme else None
        for name in ("private-token", "job-token"):
            if name in request.headers:
                credential = {"scheme": name.upper(), "token": request.headers[name]}
        entry = {"method": request.method, "origin": request.origin, "path": request.target,
                 "authorization": credential, "userAgent": request.headers.get("user-agent"),
                 "accept": request.headers.get("accept"), "contentType": request.headers.get("content-type"),
                 "contentLength": request.length, "received": 0, "status": None, "answered": True, "faults": [],
                 "started": round(time.time(), 4)}
        with self.forge.lock:
            self.forge.requests.append(entry)
            request.number = entry["number"] = len(self.forge.requests)
        return entry

    def _handle(self, request, entry):
        """The answer to a request after holds and faults have had their say."""
        points = self.holds.plan(request)
        for point in points:
            if point["when"] == "before" and self.holds.wait(point, request) == "drop":
                entry["answered"] = False
                request.connection.reset()
            if point["when"] == "during":
                request.effects["hold_after"] = (point.get("bytes", 1), self._holder(point))
        if self.latency:
            time.sleep(self.latency / 1000)
        effects = self.faults.effects(request)
        entry["faults"] = [one["kind"] for one in effects]
        response = None
        for effect in effects:
            response = self._before(request, effect, entry) or response
        if response is None:
            response = self._route(request)
        for point in points:
            if point["when"] == "after" and self.holds.wait(point, request) == "drop":
                entry["status"], entry["answered"] = response.status, False
                request.connection.reset()
        return response

    def _holder(self, point):
        def hold(request):
            if self.holds.wait(point, request) == "drop":
                request.connection.reset()
        return hold

    def _before(self, request, effect, entry):
        """What an effect does ahead of the handler; the answer when it is one."""
        kind = effect["kind"]
        if kind in ("lost", "cut", "stale", "digest", "rename", "rival", "refuse-tag", "starter"):
            request.effects[kind] = effect
        elif kind == "delay":
            time.sleep(effect["seconds"])
        elif kind == "slow":
            self._slow(request, effect)
        elif kind == "stall":
            if effect.get("where", "answer") == "request":
                entry["answered"] = False
                self._stall(request, effect)
            else:
                request.effects["stall_answer"] = effect
        elif kind == "reset":
            if effect.get("bytes"):
                request.effects["reset_after"] = effect["bytes"]
            else:
                entry["answered"] = False
                request.connection.reset()
        elif kind == "revoke":
            value = effect.get("token") or github.credential(request)
            if value in self.forge.tokens:
                self.forge.tokens[value].revoked = True
        else:
            response = self._fault_answer(self.forge, request, effect)
            response.early = bool(effect.get("early"))
            return response
        return None

    @staticmethod
    def _slow(request, effect):
        connection = request.connection
        if effect.get("direction", "response") == "request":
            connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
            connection.read_rate = effect["rate"]
        else:
            connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
            connection.write_rate = effect["rate"]

    @staticmethod
    def _stall(request, effect):
        """Says nothing until the client gives up or the time is over."""
        end = time.monotonic() + effect.get("seconds", 300)
        while time.monotonic() < end and not request.connection.is_gone():
            time.sleep(0.02)
        if not effect.get("then_answer"):
            request.connection.reset()

    def _route(self, request):
        path = request.raw_path
        if "starter" in request.effects and path.startswith(("/api/v4/", "/api/v1/")):
            request.drain()
            return Response(request.effects["starter"].get("status", 502), b"Bad Gateway")
        if path.startswith("/api/v4/"):
            return gitlab.handle(self.forge, request)
        if path.startswith("/api/v1/") or path.startswith("/attachments/"):
            return gitea.handle(self.forge, request)
        if request.origin == "api" and path in ("/graphql", "/api/graphql") and request.method == "POST":
            return graphql.handle(self.forge, request)
        match = re.fullmatch(r"/([^/]+)/([^/]+)/releases/download/(.+)/([^/]+)", request.path)
        if request.origin == "api" and match:
            return gitea.download(self.forge, request, *match.groups())
        response = github.handle(self.forge, request)
        if response.status == 200 and response.file is None and request.method in ("GET", "HEAD"):
            tag = 'W/"%s"' % hashlib.sha256(response.body).hexdigest()
            response.headers.setdefault("etag", tag)
            if request.headers.get("if-none-match") == tag:
                return Response(304, headers=response.headers)
        return response
