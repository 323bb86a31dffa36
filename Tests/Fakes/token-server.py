"""Gives tokens for a registry as Distribution's token authentication specifies, signed by RS256, on loopback.

usage: token-server.py SERVICE USER:PASSWORD CERTIFICATE READY-FILE

Makes a key, writes its self-signed certificate, and `{"port": PORT}` to READY-FILE once it listens. The user gets whatever
is asked for, others `pull` alone, and a wrong password nothing. `refresh-USER` is an identity token of the user's. Writes
one line for each token to standard output: `METHOD user scope,…`. Ends with the process that started it.
"""
import base64
import datetime
import hashlib
import json
import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.x509.oid import NameOID

SERVICE, CREDENTIAL, CERTIFICATE, READY = sys.argv[1:5]
USER, PASSWORD = CREDENTIAL.split(":", 1)


def encoded(data):
    """Base64 as tokens have it."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def made_key():
    """A key, and its certificate as the file and the tokens' heads have it."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "token server")])
    start = datetime.datetime(2020, 1, 1)
    certificate = (x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
                   .serial_number(x509.random_serial_number()).not_valid_before(start)
                   .not_valid_after(start + datetime.timedelta(days=36500))
                   .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
                   .sign(key, hashes.SHA256()))
    with open(CERTIFICATE, "wb") as file:
        file.write(certificate.public_bytes(serialization.Encoding.PEM))
    return key, base64.b64encode(certificate.public_bytes(serialization.Encoding.DER)).decode()


KEY, CHAIN = made_key()


def token(subject, access):
    """A token for a minute."""
    now = int(time.time())
    head = {"typ": "JWT", "alg": "RS256", "x5c": [CHAIN]}
    claims = {"iss": "test", "sub": subject, "aud": SERVICE, "exp": now + 60, "nbf": now - 60, "iat": now,
              "jti": hashlib.sha256(os.urandom(16)).hexdigest(), "access": access}
    text = ".".join(encoded(json.dumps(part).encode()) for part in (head, claims))
    return text + "." + encoded(KEY.sign(text.encode(), padding.PKCS1v15(), hashes.SHA256()))


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        """Basic authentication, or nobody."""
        scheme, _, value = self.headers.get("Authorization", "").partition(" ")
        user = ""
        if scheme == "Basic":
            if base64.b64decode(value).decode() != CREDENTIAL:
                self.answer(401, {"details": "incorrect username or password"})
                return
            user = USER
        self.give("GET", user, parse_qs(urlsplit(self.path).query).get("scope", []))

    def do_POST(self):
        """An identity token."""
        form = parse_qs(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())
        if form.get("grant_type") != ["refresh_token"] or form.get("refresh_token") != [f"refresh-{USER}"]:
            self.answer(401, {"details": "unknown refresh token"})
            return
        self.give("POST", USER, " ".join(form.get("scope", [])).split())

    def give(self, method, user, scopes):
        """Answers with a token for what the user may do of what is asked for."""
        access = []
        for scope in scopes:
            kind, name, actions = scope.split(":", 2)
            allowed = [one for one in actions.split(",") if user or one == "pull"]
            access.append({"type": kind, "name": name, "actions": allowed})
        print(method, user or "-", " ".join(scopes), flush=True)
        self.answer(200, {"token" if method == "GET" else "access_token": token(user, access), "expires_in": 60})

    def answer(self, status, value):
        """Answers with JSON."""
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Says nothing."""


def main():
    """Serves until the process that started it is gone."""
    parent = os.getppid()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with open(READY + ".part", "w", encoding="utf-8") as file:
        json.dump({"port": server.server_address[1]}, file)
    os.replace(READY + ".part", READY)
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(0)


main()
