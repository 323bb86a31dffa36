"""Faults, holds, clients that go away, and speed."""

import concurrent.futures
import http.client
import socket
import threading
import time
import unittest
from urllib.parse import urlsplit

from client import ForgeCase, ask

BROKEN = (ConnectionError, http.client.HTTPException)


class Faults(ForgeCase):
    """Each kind of fault."""

    def names(self):
        """Names and states of the first release's assets."""
        return [(one["name"], one["state"]) for one in self.state()["releases"][0]["assets"]]

    def test_answers_limits_and_resets(self):
        self.fault("answer", {"method": "GET", "path": "/releases", "nth": 2}, status=502, body="<html>", headers={"x": "y"})
        self.fault("secondary", {"path": "/releases", "nth": 3}, retry_after=7)
        self.fault("too-many", {"path": "/releases", "nth": 4})
        self.fault("primary", {"path": "/releases", "nth": 5}, reset_in=30)
        self.fault("reset", {"path": "/releases", "nth": 6})
        answers = [self.call("GET", "/releases") for _ in range(5)]
        self.assertEqual([one.status for one in answers], [200, 502, 403, 429, 403])
        self.assertEqual((answers[1].body, answers[1].headers["x"]), (b"<html>", "y"))
        self.assertEqual(answers[2].headers["retry-after"], "7")
        self.assertIn("secondary rate limit", answers[2].json["message"])
        self.assertEqual(answers[4].headers["x-ratelimit-remaining"], "0")
        self.assertLess(abs(int(answers[4].headers["x-ratelimit-reset"]) - time.time() - 30), 5)
        with self.assertRaises(ConnectionResetError):
            self.call("GET", "/releases")
        log = self.admin("requests")["requests"]
        self.assertEqual([one["number"] for one in log], list(range(1, 7)))
        self.assertEqual((log[2]["faults"], log[5]["answered"], log[5]["status"]), (["secondary"], False, None))
        self.assertEqual(log[0]["authorization"], {"scheme": "Bearer", "token": "T"})

    def test_effect_without_an_answer(self):
        self.fault("lost", {"method": "POST", "path": "/releases$"})
        with self.assertRaises(BROKEN):
            self.release()
        release = self.call("GET", "/releases").json[0]
        self.fault("lost", {"method": "PATCH"})
        with self.assertRaises(BROKEN):
            self.call("PATCH", f"/releases/{release['id']}", {"draft": False})
        self.assertEqual(self.call("GET", "/releases/tags/v1", token=None).status, 200)
        whole = self.call("GET", "/releases").body
        for count in (0, 1, 40, len(whole)):
            self.fault("cut", {"method": "GET", "path": "/releases$"}, bytes=count)
            with self.assertRaises(BROKEN):
                self.call("GET", "/releases")
        self.assertEqual(self.call("GET", "/releases").body, whole)

    def test_faults_of_uploads(self):
        release = self.release()
        self.fault("starter", {"path": "name=a"})
        self.assertEqual(self.upload(release, "a", b"12").status, 502)
        self.fault("reset", {"path": "name=b"}, bytes=1000)
        with self.assertRaises(BROKEN):
            self.upload(release, "b", b"x" * 5_000_000)
        # The client hears of the end before the server has noted it.
        for _ in range(600):
            if ("b", "starter") in self.names():
                break
            time.sleep(0.1)
        self.repository(interruptedUploads="nothing")
        self.fault("reset", {"path": "name=c"}, bytes=1000)
        with self.assertRaises(BROKEN):
            self.upload(release, "c", b"x" * 5_000_000)
        self.assertEqual(self.names(), [("a", "starter"), ("b", "starter")])
        self.assertEqual(self.upload(release, "a", b"12").status, 422)
        self.fault("digest", {"path": "name=d"})
        self.fault("digest", {"path": "name=e"}, value="sha256:" + "0" * 64)
        self.fault("rename", {"path": "name=f"}, name="F.1")
        self.fault("rival", {"path": "name=g"}, text="other")
        self.fault("lost", {"path": "name=h"})
        self.assertIsNone(self.upload(release, "d", b"1").json["digest"])
        self.assertEqual(self.upload(release, "e", b"1").json["digest"], "sha256:" + "0" * 64)
        self.assertEqual(self.upload(release, "f", b"1").json["name"], "F.1")
        self.assertEqual(self.upload(release, "g", b"1").json["errors"][0]["code"], "already_exists")
        with self.assertRaises(BROKEN):
            self.upload(release, "h", b"1")
        self.assertEqual(dict(self.names())["h"], "uploaded")
        self.assertEqual([one["fired"] for one in self.admin("faults")["faults"]], [1] * 8)

    def test_stale_lists_revoked_tokens_and_refused_tags(self):
        self.fault("stale", {"method": "POST", "path": "/releases$"}, lists=2)
        release = self.release()
        self.assertEqual([len(self.call("GET", "/releases").json) for _ in range(3)], [0, 0, 1])
        self.fault("refuse-tag", {"method": "PATCH"})
        self.assertEqual(self.call("PATCH", f"/releases/{release['id']}", {"draft": False}).status, 422)
        self.fault("rival", {"method": "PATCH"})
        answer = self.call("PATCH", f"/releases/{release['id']}", {"draft": False})
        self.assertEqual(answer.json["errors"][0]["code"], "already_exists")
        self.fault("revoke", {"path": "/releases"})
        self.assertEqual([self.call("GET", "/releases").status for _ in range(2)], [401, 401])

    def test_slow_and_silent(self):
        release = self.release()
        begin = time.monotonic()
        self.fault("slow", {"path": "/releases/"}, rate=4000)
        self.assertEqual(self.call("GET", f"/releases/{release['id']}").status, 200)
        self.assertGreater(time.monotonic() - begin, 0.2)
        self.fault("slow", {"path": "name=a"}, direction="request", rate=200_000)
        begin = time.monotonic()
        self.assertEqual(self.upload(release, "a", b"x" * 100_000).status, 201)
        self.assertGreater(time.monotonic() - begin, 0.4)
        self.fault("stall", {"path": "name=b"}, seconds=0.3)
        with self.assertRaises(BROKEN):
            self.upload(release, "b", b"1")
        self.assertEqual(len(self.state()["releases"][0]["assets"]), 2)


class Holds(ForgeCase):
    """Requests that are held, and clients that go away."""

    def raw_upload(self, release, name, length, sent):
        """An upload that stops after some bytes."""
        parts = urlsplit(release["upload_url"].split("{")[0])
        sock = socket.create_connection((parts.hostname, parts.port))
        sock.sendall(f"POST {parts.path}?name={name} HTTP/1.1\r\nhost: x\r\nuser-agent: t\r\nauthorization: Bearer T\r\n"
                     f"content-length: {length}\r\n\r\n".encode() + b"x" * sent)
        return sock

    def until(self, condition):
        """Waits until something is so."""
        end = time.monotonic() + 5
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)

    def test_request_is_held_before_and_after_its_effect(self):
        for when, seen in (("before", 0), ("after", 1)):
            self.admin("requests", method="DELETE")
            self.admin("holds", {"at": 1, "when": when})
            with concurrent.futures.ThreadPoolExecutor() as pool:
                future = pool.submit(self.release, when)
                held = self.admin("held?timeout=5")["held"]
                self.assertEqual((held["number"], held["when"], held["method"]), (1, when, "POST"))
                self.assertEqual(len([one for one in self.state()["releases"] if one["tag"] == when]), seen)
                self.assertEqual(self.admin("release", {}), {"released": 1})
                self.assertEqual(future.result()["tag_name"], when)
            self.admin("holds", method="DELETE")
        self.assertIsNone(self.admin("held?timeout=0")["held"])

    def test_held_request_of_a_client_that_is_gone_has_no_effect(self):
        release = self.release()
        self.admin("holds", {"match": {"path": "name=a"}, "when": "before"})
        sock = self.raw_upload(release, "a", 3, 3)
        self.assertIsNotNone(self.admin("held?timeout=5")["held"])
        sock.close()
        time.sleep(0.05)
        self.admin("release", {})
        self.until(lambda: not self.admin("requests")["requests"][-1]["answered"])
        self.assertEqual(self.state()["releases"][0]["assets"], [])

    def test_upload_that_breaks_off_leaves_a_starter(self):
        release = self.release()
        self.raw_upload(release, "a", 1000, 500).close()
        self.until(lambda: self.state()["releases"][0]["assets"])
        self.assertEqual(self.state()["releases"][0]["assets"][0]["state"], "starter")
        self.assertEqual(self.upload(release, "b", b"1").status, 201)

    def test_hold_in_the_middle_of_a_body(self):
        release = self.release()
        self.admin("holds", {"match": {"path": "name=a"}, "when": "during", "bytes": 100})
        sock = self.raw_upload(release, "a", 1000, 500)
        self.assertEqual(self.admin("held?timeout=5")["held"]["when"], "during")
        self.assertEqual(self.state()["releases"][0]["assets"], [])
        sock.sendall(b"x" * 500)
        self.admin("release", {})
        self.assertIn(b"201 Created", sock.recv(4096))
        sock.close()

    def test_nonsense_is_refused_and_nothing_hangs(self):
        parts = urlsplit(self.api)
        for text in (b"hello\r\n\r\n", b"GET / HTTP/1.1\r\ncontent-length: x\r\n\r\n", b"A" * 100_000):
            with socket.create_connection((parts.hostname, parts.port), timeout=5) as sock:
                sock.sendall(text)
                self.assertIn(b"400 Bad Request", sock.recv(4096))
        self.assertEqual(ask(self.api + "/_fake/faults", "POST", {"effect": {"kind": "no"}}).status, 400)
        self.assertEqual(self.call("GET", "/releases").status, 200)


class Speed(ForgeCase):
    """Many bytes at once."""

    def test_uploads_in_eight_connections(self):
        release, data = self.release(), bytes(5_000_000)
        begin = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda number: self.upload(release, f"f{number}", data), range(40)))
        taken = time.monotonic() - begin
        self.assertEqual({one.status for one in answers}, {201})
        self.assertEqual(len({one.json["digest"] for one in answers}), 1)
        print(f"40 uploads of 5 MB: {taken:.2f} s")
        self.assertLess(taken, 10)
        self.assertLess(threading.active_count(), 30)


if __name__ == "__main__":
    unittest.main()
