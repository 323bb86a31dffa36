"""A server over TLS, and a proxy that tunnels to it whatever host is asked for; both on loopback.

usage: tls-server.py CERTIFICATE KEY READY-FILE

Writes `{"secure": PORT, "proxy": PORT}` to READY-FILE once both listen. The server answers each request with its method,
its target and the length of its body. The proxy knows `CONNECT` alone, and refuses hosts that begin with `refused`. Ends
with the process that started it.
"""
import json
import os
import socket
import ssl
import sys
import threading
import time


def read_head(connection):
    """The head of a request, or nothing at the end of the connection."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        byte = connection.recv(1)
        if not byte:
            return None
        head += byte
    return head.decode("ascii").split("\r\n")


def serve(context, raw):
    """Answers the requests of one connection."""
    with context.wrap_socket(raw, server_side=True) as connection:
        while (head := read_head(connection)) is not None:
            lengths = [line.split(":")[1] for line in head if line.lower().startswith("content-length:")]
            missing = length = int(lengths[0]) if lengths else 0
            while missing > 0:
                piece = connection.recv(min(missing, 1 << 16))
                if not piece:
                    return
                missing -= len(piece)
            method, target = head[0].split(" ")[:2]
            body = f"{method} {target} {length}"
            connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())


def copy(source, target):
    """Hands on what comes, until the end."""
    while piece := source.recv(1 << 16):
        target.sendall(piece)
    target.shutdown(socket.SHUT_WR)


def tunnel(port, client):
    """Connects a client to the server, whatever it asked for."""
    with client:
        head = read_head(client)
        if head is None:
            return
        method, host = head[0].split(" ")[:2]
        if method != "CONNECT" or host.startswith("refused"):
            client.sendall(b"HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n")
            return
        with socket.create_connection(("127.0.0.1", port)) as server:
            client.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
            other = threading.Thread(target=quietly, args=(copy, server, client), daemon=True)
            other.start()
            copy(client, server)
            other.join()


def quietly(body, *arguments):
    """Runs what a client may end at any time."""
    try:
        body(*arguments)
    except OSError:
        pass


def listen(body, *arguments):
    """Runs `body` for each connection to a port of its own, which is returned."""
    listener = socket.create_server(("127.0.0.1", 0))

    def accept():
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=quietly, args=(body, *arguments, connection), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


def main():
    certificate, key, ready = sys.argv[1:]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    secure = listen(serve, context)
    proxy = listen(tunnel, secure)
    with open(ready + ".new", "w", encoding="ascii") as file:
        json.dump({"secure": secure, "proxy": proxy}, file)
    os.rename(ready + ".new", ready)
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(0.2)


main()
