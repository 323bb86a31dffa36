"""The forge as GitHub."""

import hashlib
import http.client
import unittest
from urllib.parse import urlsplit

from client import MAIN, ForgeCase, ask


class Releases(ForgeCase):
    """Drafts, publishing, tags, who sees what."""

    def test_draft_is_seen_by_those_who_may_push_until_it_is_published(self):
        release = self.release()
        self.assertIn("/releases/tag/untagged-", release["html_url"])
        self.assertIsNone(release["published_at"])
        self.assertEqual([len(self.call("GET", "/releases", token=one).json) for one in ("T", "R", None)], [1, 0, 0])
        self.assertEqual(self.call("GET", f"/releases/{release['id']}", token="R").status, 404)
        self.assertEqual(self.call("GET", "/releases/tags/v1").status, 404)
        self.assertEqual(self.call("GET", "/git/ref/tags/v1").status, 404)
        self.assertEqual(self.admin("state")["history"], [])
        answer = self.call("PATCH", f"/releases/{release['id']}", {"draft": False})
        self.assertEqual((answer.status, answer.json["draft"]), (200, False))
        self.assertEqual(self.call("GET", "/releases/tags/v1", token=None).json["id"], release["id"])
        self.assertEqual(self.call("GET", "/git/ref/tags/v1").json["object"]["sha"], MAIN)
        self.assertEqual([one["event"] for one in self.admin("state")["history"]], ["tag", "release"])

    def test_drafts_share_a_tag_and_one_of_them_is_published(self):
        first, second = self.release(), self.release()
        self.assertEqual(self.call("PATCH", f"/releases/{first['id']}", {"draft": False}).status, 200)
        answer = self.call("PATCH", f"/releases/{second['id']}", {"draft": False})
        self.assertEqual(answer.status, 422)
        self.assertEqual(answer.json["errors"], [{"resource": "Release", "code": "already_exists", "field": "tag_name"}])
        self.assertEqual(answer.json["status"], "422")
        self.assertEqual([one["draft"] for one in self.state()["releases"]], [False, True])

    def test_bad_target_and_long_body_are_refused(self):
        answer = self.call("POST", "/releases", {"tag_name": "v1", "target_commitish": MAIN[:7]})
        self.assertEqual([one["code"] for one in answer.json["errors"]], ["custom", "custom", "invalid"])
        answer = self.call("POST", "/releases", {"tag_name": "v1", "draft": True, "body": "x" * 125001})
        self.assertEqual(answer.json["errors"][0]["message"], "body is too long (maximum is 125000 characters)")
        self.assertEqual(self.state()["releases"], [])

    def test_latest_is_what_was_made_so(self):
        def publish(tag, **more):
            return self.call("POST", "/releases", {"tag_name": tag, **more}).json["id"]

        def latest():
            return self.call("GET", "/releases/latest").json.get("tag_name")
        publish("v2")
        publish("v1.9", make_latest="false")
        self.assertEqual(latest(), "v2")
        publish("v3-rc", prerelease=True)
        self.assertEqual(latest(), "v2")
        publish("v3")
        self.assertEqual(latest(), "v3")

    def test_lists_come_in_pages_with_links(self):
        for number in range(5):
            self.release(f"v{number}")
        first = self.call("GET", "/releases?per_page=2")
        identifier = self.call("GET", "").json["id"]
        base = f"{self.api}/repositories/{identifier}/releases?per_page=2&page="
        self.assertEqual(first.headers["link"], f'<{base}2>; rel="next", <{base}3>; rel="last"')
        middle = ask(base + "2")
        self.assertEqual(middle.headers["link"], f'<{base}1>; rel="prev", <{base}3>; rel="next", '
                                                 f'<{base}3>; rel="last", <{base}1>; rel="first"')
        self.assertEqual([one["tag_name"] for one in middle.json], ["v2", "v1"])
        self.assertEqual(ask(base + "3").headers["link"], f'<{base}2>; rel="prev", <{base}1>; rel="first"')
        self.assertNotIn("link", self.call("GET", "/releases").headers)

    def test_immutable_release_takes_no_more_assets_and_burns_its_tag(self):
        self.repository(immutable=True, tokens=[{"token": "A", "admin": True}])
        self.assertEqual(self.call("GET", "/immutable-releases", token="A").json["enabled"], True)
        self.assertEqual(self.call("GET", "/immutable-releases").status, 404)
        release = self.release()
        asset = self.upload(release, "a", b"1").json
        self.assertEqual(self.call("PATCH", f"/releases/{release['id']}", {"draft": False}).json["immutable"], True)
        self.assertEqual(self.upload(release, "b", b"1").json["message"], "Cannot upload assets to an immutable release.")
        self.assertEqual(self.call("DELETE", f"/releases/assets/{asset['id']}").status, 422)
        self.assertEqual(self.call("PATCH", f"/releases/{release['id']}", {"body": "new"}).status, 200)
        self.assertEqual(self.call("DELETE", f"/releases/{release['id']}").status, 204)
        answer = self.call("POST", "/releases", {"tag_name": "v1"})
        self.assertEqual(answer.json["errors"][0]["message"], "tag_name was used by an immutable release")
        self.assertEqual(self.call("DELETE", "/git/refs/tags/v1").status, 204)
        answer = self.call("POST", "/releases", {"tag_name": "v1"})
        self.assertEqual([one.get("field") for one in answer.json["errors"]], ["pre_receive", "tag_name", None])

    def test_rule_for_tags_refuses_publishing(self):
        self.repository(rulesets=[{"conditions": {"ref_name": {"include": ["refs/tags/v*"]}},
                                   "rules": [{"type": "creation"}]}])
        release = self.release()
        answer = self.call("PATCH", f"/releases/{release['id']}", {"draft": False})
        self.assertEqual(answer.json["errors"][0]["field"], "pre_receive")
        self.assertTrue(self.state()["releases"][0]["draft"])
        self.assertEqual(self.call("GET", "/rulesets/1").json["rules"], [{"type": "creation"}])

    def test_category_and_annotated_tags(self):
        self.repository(categories=["News"], tags={"v1": {"sha": "c" * 40, "annotated": "d" * 40}})
        answer = self.call("POST", "/releases", {"tag_name": "v1", "discussion_category_name": "Old"})
        self.assertEqual(answer.status, 404)
        answer = self.call("POST", "/releases", {"tag_name": "v1", "discussion_category_name": "News"})
        self.assertIn("/discussions/", answer.json["discussion_url"])
        reference = self.call("GET", "/git/ref/tags/v1").json["object"]
        self.assertEqual((reference["type"], reference["sha"]), ("tag", "d" * 40))
        self.assertEqual(self.call("GET", "/git/tags/" + "d" * 40).json["object"]["sha"], "c" * 40)


class Access(ForgeCase):
    """Tokens, rights, limits, header fields."""

    def test_who_may_do_what(self):
        self.repository(tokens=[{"token": "APP", "push": False, "kind": "app"}])
        body = {"tag_name": "v1", "draft": True}
        found = {token: self.call("POST", "/releases", body, token=token) for token in ("bad", None, "R", "APP")}
        self.assertEqual([one.status for one in found.values()], [401, 401, 404, 403])
        self.assertEqual(found["bad"].json["message"], "Bad credentials")
        self.assertEqual(found["APP"].json["message"], "Resource not accessible by integration")
        self.assertEqual(self.call("GET", "").json["permissions"]["push"], True)
        self.assertEqual(self.call("GET", "", token="R").json["permissions"]["push"], False)
        self.repository(private=True, archived=True)
        self.assertEqual(self.call("GET", "", token=None).status, 404)
        self.assertIn("archived", self.call("POST", "/releases", body).json["message"])
        self.assertEqual(ask(self.api + "/user", headers={"user-agent": None}).status, 403)

    def test_limit_is_counted_and_refuses_at_its_end(self):
        self.repository(tokens=[{"token": "Q", "limit": 60, "remaining": 2}])
        self.assertEqual(ask(self.api + "/rate_limit", token="Q").json["rate"]["remaining"], 2)
        answers = [self.call("GET", "/releases", token="Q") for _ in range(3)]
        self.assertEqual([one.status for one in answers], [200, 200, 403])
        self.assertEqual([one.headers["x-ratelimit-remaining"] for one in answers], ["1", "0", "0"])
        self.assertIn("API rate limit exceeded", answers[2].json["message"])

    def test_enterprise_addresses_and_conditional_requests(self):
        answer = ask(self.api + "/api/v3/repos/o/r/releases", "POST", {"tag_name": "v1", "draft": True})
        self.assertTrue(answer.json["url"].startswith(self.api + "/api/v3/repos/o/r/"))
        self.assertTrue(answer.json["upload_url"].startswith(self.api + "/api/uploads/repos/o/r/"))
        self.assertEqual(self.upload(answer.json, "a", b"1").status, 201)
        known = self.call("GET", "/releases")
        self.assertEqual(known.headers["x-oauth-scopes"], "repo")
        again = self.call("GET", "/releases", headers={"if-none-match": known.headers["etag"]})
        self.assertEqual((again.status, again.body), (304, b""))
        self.assertEqual(self.call("HEAD", "/releases").body, b"")


class Assets(ForgeCase):
    """Uploads and downloads."""

    def test_upload_is_reported_and_downloaded_through_the_storage(self):
        release, data = self.release(), bytes(range(256)) * 5000
        answer = self.upload(release, "a.zip", data)
        self.assertEqual(answer.status, 201)
        self.assertNotIn("x-ratelimit-limit", answer.headers)
        self.assertEqual(answer.json["digest"], "sha256:" + hashlib.sha256(data).hexdigest())
        self.assertEqual((answer.json["size"], answer.json["state"]), (len(data), "uploaded"))
        redirect = ask(answer.json["url"], headers={"accept": "application/octet-stream"})
        self.assertEqual(redirect.status, 302)
        self.assertEqual(ask(redirect.headers["location"], token=None).body, data)
        self.assertEqual(ask(redirect.headers["location"]).status, 400)
        self.call("PATCH", f"/releases/{release['id']}", {"draft": False})
        public = self.call("GET", "/releases/tags/v1", token=None).json["assets"][0]["browser_download_url"]
        self.assertEqual(ask(ask(public, token=None).headers["location"], token=None).body, data)
        self.repository(directDownloads=True)
        self.assertEqual(ask(answer.json["url"], headers={"accept": "application/octet-stream"}).body, data)

    def test_refusals_of_uploads(self):
        release = self.release()
        self.assertEqual(self.upload(release, "a", b"1").status, 201)
        again = self.upload(release, "a", b"1").json
        self.assertEqual(again["errors"], [{"resource": "ReleaseAsset", "code": "already_exists", "field": "name"}])
        self.assertIn("request_id", again)
        empty = self.upload(release, "b", b"", headers={"content-length": "0"})
        self.assertEqual(empty.json["errors"][0]["message"], "size must be greater than or equal to 1")
        chunked = self.upload(release, "b", iter([b"12"]))
        self.assertEqual((chunked.status, chunked.json["message"]), (400, "Bad Content-Length: "))
        parts = urlsplit(release["upload_url"].split("{")[0])
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=5)
        connection.putrequest("POST", parts.path + "?name=c")
        for name, value in {"authorization": "Bearer T", "user-agent": "t", "content-length": str(2 << 30)}.items():
            connection.putheader(name, value)
        connection.endheaders()
        self.assertEqual(connection.getresponse().status, 500)
        connection.close()

    def test_names_are_rewritten_and_kept(self):
        release = self.release()
        given = {"foo%20%281%29.zip": "foo.1.zip", "a~b%2Bc@d_e-f.txt": "a.b+c@d_e-f.txt", ".x": "default.x",
                 "%E4%B8%AD.zip": "default.zip", "a..b": "a..b"}
        for name, wanted in given.items():
            self.assertEqual(self.upload(release, name, b"1").json["name"], wanted)
        asset = self.upload(release, "l%201&label=the%20label", b"1").json
        self.assertEqual((asset["name"], asset["label"]), ("l.1", "the label"))
        changed = self.call("PATCH", f"/releases/assets/{asset['id']}", {"name": "m", "label": "n"}).json
        self.assertEqual((changed["name"], changed["label"]), ("m", "n"))
        self.assertEqual(self.call("DELETE", f"/releases/assets/{asset['id']}").status, 204)
        self.assertEqual(len(self.call("GET", f"/releases/{release['id']}/assets?per_page=2").json), 2)


if __name__ == "__main__":
    unittest.main()
