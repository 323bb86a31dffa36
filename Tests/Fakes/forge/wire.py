"""HTTP/1.1 on sockets: requests whose bodies are streamed, answers that can be slowed down, cut or reset."""

import json
import select
import socket
import struct
import time
from urllib.parse import parse_qsl, unquote

HEAD_LIMIT = 64 << 10
JSON_LIMIT = 32 << 20
READ_SIZE = 1 << 20
CHUNK_FROM = 16 << 10

REASONS = {
    100: "Continue", 200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 301: "Moved Permanently",
    302: "Found", 304: "Not Modified", 307: "Temporary Redirect", 400: "Bad Request", 401: "Unauthorized",
    403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable", 409: "Conflict",
    411: "Length Required", 413: "Content Too Large", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 422: "Unprocessable Entity",
    423: "Locked", 429: "Too Many Requests", 500: "Internal Server Error", 501: "Not Implemented",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
}


class Gone(Exception):
    """The client is not there any more, or the connection was broken on purpose."""


class BadRequest(Exception):
    """What came is no HTTP request that this server takes."""


class Response:
    """An answer: bytes, or a piece of a file."""

    def __init__(self, status, body=b"", headers=(), file=None, size=None):
        self.status = status
        self.body = body
        self.headers = dict(headers)
        self.file = file
        self.size = len(body) if file is None else size

    @classmethod
    def of_json(cls, status, value, headers=()):
        """An answer with a JSON text."""
        body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
        return cls(status, body, {"content-type": "application/json; charset=utf-8", **dict(headers)})


class Request:
    """A request whose head was read; its body is still on its way."""

    def __init__(self, connection, origin, method, target, headers):
        self.connection = connection
        self.origin = origin
        self.method = method
        self.target = target
        path, _, query = target.partition("?")
        self.raw_path = path
        self.query = dict(parse_qsl(query, keep_blank_values=True))
        self.headers = headers
        self.number = 0
        self.token = None
        self.effects = {}
        self.received = 0
        self.chunked = "chunked" in headers.get("transfer-encoding", "").lower()
        length = headers.get("content-length")
        if length is not None and not (length.isascii() and length.isdigit()):
            raise BadRequest(f"content-length {length!r}")
        self.length = int(length) if length is not None else None
        self.remaining = 0 if self.chunked else self.length or 0
        self.finished = not self.chunked and self.remaining == 0
        self.expects = "100-continue" in headers.get("expect", "").lower()

    @property
    def path(self):
        """The path with its percent escapes resolved."""
        return unquote(self.raw_path)

    def pieces(self):
        """The body in pieces that are valid until the next one is asked for."""
        if self.expects and not self.finished:
            self.expects = False
            self.connection.send(b"HTTP/1.1 100 Continue\r\n\r\n")
        if self.chunked:
            yield from self._chunks()
        else:
            while self.remaining:
                piece = self.connection.read_some(min(self.remaining, READ_SIZE))
                self.remaining -= len(piece)
                yield self._counted(piece)
        self.finished = True

    def _chunks(self):
        while not self.finished:
            size = int(self.connection.read_line().split(b";")[0].strip() or b"x", 16)
            left = size
            while left:
                piece = self.connection.read_some(min(left, READ_SIZE))
                left -= len(piece)
                yield self._counted(piece)
            if size:
                self.connection.read_line()
            else:
                while self.connection.read_line():
                    pass
                self.finished = True

    def _counted(self, piece):
        limit = self.effects.get("reset_after")
        self.received += len(piece)
        if limit is not None and self.received >= limit:
            self.connection.reset()
        hold = self.effects.get("hold_after")
        if hold is not None and self.received >= hold[0]:
            del self.effects["hold_after"]
            hold[1](self)
        return piece

    def body(self, limit=JSON_LIMIT):
        """All of the body."""
        parts, size = [], 0
        for piece in self.pieces():
            size += len(piece)
            if size > limit:
                raise BadRequest("the body is too large")
            parts.append(bytes(piece))
        return b"".join(parts)

    def drain(self):
        """Reads what is left of the body."""
        for _ in self.pieces():
            pass


class Connection:
    """A socket with a buffer."""

    def __init__(self, sock, local):
        self.sock = sock
        self.local = local
        self.buffer = b""
        self.block = None
        self.read_rate = self.write_rate = None
        self.write_budget = None
        self.reset_at_budget = True
        self.broken = False
        sock.settimeout(120)

    def is_gone(self):
        """Whether the client has closed its end."""
        flag = getattr(select, "POLLRDHUP", 0)
        poll = select.poll()
        poll.register(self.sock, flag | select.POLLIN)
        events = poll.poll(0)
        if not events:
            return False
        if events[0][1] & (flag | select.POLLHUP | select.POLLERR | select.POLLNVAL):
            return True
        try:
            return not flag and not self.sock.recv(1, socket.MSG_PEEK)
        except OSError:
            return True

    def reset(self):
        """Breaks the connection so that the client sees a reset."""
        if not self.broken:
            self.broken = True
            try:
                self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            except OSError:
                pass
            self.sock.close()
        raise Gone()

    def close_now(self):
        """Ends the connection in good order at once."""
        self.broken = True
        try:
            self.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        raise Gone()

    def read_some(self, limit):
        """Some bytes, at most `limit`; never none."""
        if self.read_rate:
            limit = max(1, min(limit, int(self.read_rate / 20)))
            time.sleep(limit / self.read_rate)
        if self.buffer:
            piece, self.buffer = self.buffer[:limit], self.buffer[limit:]
            return memoryview(piece)
        if self.block is None:
            self.block = memoryview(bytearray(READ_SIZE))
        try:
            count = self.sock.recv_into(self.block[:limit])
        except OSError as error:
            raise Gone() from error
        if count == 0:
            raise Gone()
        return self.block[:count]

    def read_line(self):
        """A line without its end."""
        line = b""
        while not line.endswith(b"\n"):
            if len(line) > 4096:
                raise BadRequest("a line is too long")
            line += bytes(self.read_some(1))
        return line.rstrip(b"\r\n")

    def read_head(self):
        """The lines of the next request's head; nothing when there is no other request."""
        while b"\r\n\r\n" not in self.buffer:
            if len(self.buffer) > HEAD_LIMIT:
                raise BadRequest("the head is too long")
            try:
                more = self.sock.recv(65536)
            except OSError:
                return None
            if not more:
                return None
            self.buffer += more
            # A client that tries TLS first would wait for long.
            if self.buffer.startswith(b"\x16"):
                return None
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        return head.decode("latin-1").split("\r\n")

    def send(self, data):
        """Sends bytes: slowly, or only the first of them, where a fault says so."""
        view = memoryview(data)
        if self.write_budget is not None:
            view = view[:self.write_budget]
        try:
            if self.write_rate:
                self._send_slowly(view)
            else:
                self.sock.sendall(view)
        except OSError as error:
            raise Gone() from error
        if self.write_budget is not None:
            self.write_budget -= len(view)
            if self.write_budget <= 0:
                self.reset() if self.reset_at_budget else self.close_now()

    def _send_slowly(self, view):
        step = max(1, int(self.write_rate / 20))
        for start in range(0, len(view), step):
            piece = view[start:start + step]
            self.sock.sendall(piece)
            time.sleep(len(piece) / self.write_rate)

    def answer(self, request, response, keep):
        """Sends an answer."""
        headers = {"date": time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime()), **response.headers}
        bare = response.status in (204, 304)
        chunked = response.file is None and response.size > CHUNK_FROM and not bare and request.version == "HTTP/1.1"
        if chunked:
            headers["transfer-encoding"] = "chunked"
        elif not bare:
            headers["content-length"] = str(response.size)
        if not keep:
            headers["connection"] = "close"
        lines = [f"HTTP/1.1 {response.status} {REASONS.get(response.status, 'Status')}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        head = ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace")
        if self.write_budget is not None and request.effects.get("cut_body"):
            self.write_budget += len(head)
        if bare or request.method == "HEAD":
            self.send(head)
        elif chunked:
            self.send(head)
            for start in range(0, response.size, CHUNK_FROM):
                piece = response.body[start:start + CHUNK_FROM]
                self.send(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.send(b"0\r\n\r\n")
        elif response.file is None:
            self.send(head + response.body)
        else:
            self.send(head)
            self._send_file(response)

    def _send_file(self, response):
        with open(response.file, "rb") as file:
            if self.write_budget is None and not self.write_rate:
                try:
                    self.sock.sendfile(file, 0, response.size)
                except OSError as error:
                    raise Gone() from error
                return
            while piece := file.read(65536):
                self.send(piece)

    def finish(self):
        """Closes so that an answer which is still on its way is not lost to a reset."""
        if self.broken:
            self.sock.close()
            return
        try:
            self.sock.shutdown(socket.SHUT_WR)
            self.sock.settimeout(0.5)
            end = time.monotonic() + 2
            while time.monotonic() < end and self.sock.recv(65536):
                pass
        except OSError:
            pass
        self.sock.close()


def parse_request(connection, origin, lines):
    """The request that a head tells."""
    parts = lines[0].split(" ")
    if len(parts) != 3 or not parts[2].startswith("HTTP/1."):
        raise BadRequest("no request line")
    headers = {}
    for line in lines[1:]:
        name, colon, value = line.partition(":")
        if not colon:
            raise BadRequest("no header field")
        name, value = name.strip().lower(), value.strip()
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    target = parts[1]
    if "://" in target.split("?")[0]:
        target = "/" + target.split("://", 1)[1].partition("/")[2]
    request = Request(connection, origin, parts[0], target, headers)
    request.version = parts[2]
    request.keep = parts[2] == "HTTP/1.1" and headers.get("connection", "").lower() != "close"
    return request
