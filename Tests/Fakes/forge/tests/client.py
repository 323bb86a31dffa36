"""What the tests of the forge share: a forge in this process, and a client for it."""

import http.client
import json
import os
import sys
import tempfile
import unittest
from urllib.parse import urlsplit

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from server import Server  # noqa: E402

MAIN = "a" * 40


class Answer:
    """What a server said."""

    def __init__(self, response):
        self.status, self.body = response.status, response.read()
        self.headers = {name.lower(): value for name, value in response.getheaders()}

    @property
    def json(self):
        """The body as a value."""
        return json.loads(self.body)


def ask(url, method="GET", body=None, headers=None, token="T"):
    """Sends one request on a connection of its own."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=20)
    given = {"user-agent": "test", **({"authorization": f"Bearer {token}"} if token else {}), **(headers or {})}
    if isinstance(body, (dict, list)):
        body = json.dumps(body).encode()
    try:
        connection.request(method, parts.path + (f"?{parts.query}" if parts.query else ""), body,
                           {name: value for name, value in given.items() if value is not None})
        return Answer(connection.getresponse())
    finally:
        connection.close()


class ForgeCase(unittest.TestCase):
    """A test with a forge that has one repository, o/r."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.server = Server(self.folder.name)
        self.api, self.uploads = self.server.urls["api"], self.server.urls["uploads"]
        self.repository()

    def tearDown(self):
        self.server.holds.clear()
        self.server.close()
        self.folder.cleanup()

    def repository(self, **given):
        """Creates or changes o/r."""
        self.admin("repositories", {"owner": "o", "name": "r", "branches": {"main": MAIN},
                                    "tokens": [{"token": "T"}, {"token": "R", "push": False}], **given})

    def admin(self, name, value=None, method=None):
        """An admin request."""
        answer = ask(f"{self.api}/_fake/{name}", method or ("GET" if value is None else "POST"), value, token=None)
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json

    def fault(self, kind, match, times=1, **effect):
        """Adds a fault."""
        self.admin("faults", {"match": match, "times": times, "effect": {"kind": kind, **effect}})

    def call(self, method, path, body=None, **more):
        """A request of o/r."""
        return ask(f"{self.api}/repos/o/r{path}", method, body, **more)

    def release(self, tag="v1", **more):
        """A new draft."""
        answer = self.call("POST", "/releases", {"tag_name": tag, "draft": True, **more})
        self.assertEqual(answer.status, 201, answer.body)
        return answer.json

    def upload(self, release, name, data, **more):
        """Uploads a file."""
        return ask(release["upload_url"].split("{")[0] + f"?name={name}", "POST", data,
                   {"content-type": "application/zip", **more.pop("headers", {})}, **more)

    def state(self):
        """The state of o/r."""
        return self.admin("state")["repositories"][0]
