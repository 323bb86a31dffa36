"""The forge as GitLab and as Gitea."""

import hashlib
import unittest

from client import MAIN, ForgeCase, ask


class GitLab(ForgeCase):
    """Packages and releases with links."""

    def lab(self, method, path, body=None, **more):
        """A request of o/r; its token goes where GitLab wants it."""
        value = more.pop("token", "T")
        headers = {"private-token": value, "content-type": "application/json", **more.pop("headers", {})}
        return ask(f"{self.api}/api/v4/projects/o%2Fr{path}", method, body, headers, token=None)

    def test_package_files_are_sent_hidden_and_then_shown(self):
        data = b"x" * 3000
        path = "/packages/generic/app/1.0.0/app.tar.gz"
        first = self.lab("PUT", path + "?status=hidden&select=package_file", data)
        self.assertEqual(first.status, 201)
        self.assertEqual(first.json["file_sha256"], hashlib.sha256(data).hexdigest())
        self.assertEqual(self.lab("GET", "/packages").json, [])
        self.assertEqual(len(self.lab("GET", "/packages?status=hidden").json), 1)
        self.assertEqual(self.admin("state")["history"], [])
        self.assertEqual(self.lab("PUT", path, b"newer").json, {"message": "201 Created"})
        package = self.lab("GET", "/packages?status=hidden&package_name=app").json[0]
        listing = f"/packages/{package['id']}/package_files"
        self.assertEqual(self.lab("GET", listing).status, 404)
        self.assertEqual(self.lab("GET", path).body, b"newer")
        self.repository(duplicatePackageFiles=False)
        again = self.lab("PUT", path, b"third")
        self.assertEqual((again.status, again.json["message"]),
                         (400, "400 Bad request - Duplicate package is not allowed"))
        self.assertEqual(self.lab("PUT", path + "x?status=default", b"1").status, 201)
        self.assertEqual(self.admin("state")["history"][0]["event"], "package")
        files = self.lab("GET", listing).json
        self.assertEqual([one["size"] for one in files], [3000, 5, 1])
        self.assertEqual(self.lab("DELETE", f"{listing}/{files[0]['id']}").status, 403)
        self.repository(tokens=[{"token": "T", "admin": True}])
        self.assertEqual(self.lab("DELETE", f"{listing}/{files[0]['id']}").status, 204)
        self.assertEqual(self.lab("DELETE", f"/packages/{package['id']}").status, 204)
        self.assertEqual(self.lab("GET", path).status, 404)

    def test_commits_are_found_and_odd_link_paths_are_not(self):
        self.assertEqual(self.lab("GET", f"/repository/commits/{'b' * 40}").status, 404)
        self.assertEqual(self.lab("GET", "/repository/commits/main").json["id"], MAIN)
        links = [{"name": "a+b", "url": "https://x.example/", "direct_asset_path": "/a+"}]
        made = self.lab("POST", "/releases", {"tag_name": "v1", "ref": "main", "assets": {"links": links}})
        self.assertEqual(made.json["message"], ["Filepath is in an invalid format"])

    def test_release_has_links_and_creates_its_tag(self):
        self.lab("PUT", "/packages/generic/app/1/f", b"1")
        url = f"{self.api}/api/v4/projects/o%2Fr/packages/generic/app/1/f"
        body = {"tag_name": "v1", "ref": "main", "description": "notes",
                "assets": {"links": [{"name": "f", "url": url, "direct_asset_path": "/f"}]}}
        made = self.lab("POST", "/releases", body)
        self.assertEqual(made.status, 201)
        self.assertEqual(made.json["assets"]["links"][0]["direct_asset_url"],
                         f"{self.api}/o/r/-/releases/v1/downloads/f")
        self.assertEqual(self.lab("GET", "/repository/tags/v1").json["target"], MAIN)
        self.assertEqual(self.lab("POST", "/releases", body).json, {"message": "Release already exists"})
        self.assertEqual(self.lab("POST", "/releases", {"tag_name": "v2"}).status, 422)
        link = self.lab("POST", "/releases/v1/assets/links", {"name": "f", "url": "https://x.example/"})
        self.assertEqual(link.status, 400)
        event = self.admin("state")["history"][-1]
        self.assertEqual((event["event"], event["assets"][0]["state"]), ("release", "uploaded"))
        self.assertEqual(self.lab("PUT", "/releases/v1", {"description": "new"}).json["description"], "new")
        self.assertEqual(self.lab("DELETE", "/releases/v1").status, 200)
        self.assertEqual(self.lab("GET", "/repository/tags/v1").json["release"], None)

    def test_rights_tokens_and_pages(self):
        self.repository(tokens=[{"token": "S", "scopes": ["read_api"]}, {"token": "J", "kind": "job"}])
        self.assertEqual(self.lab("GET", "").json["permissions"]["project_access"]["access_level"], 30)
        self.assertEqual(self.lab("GET", "", token="R").json["permissions"]["project_access"]["access_level"], 20)
        found = [self.lab("POST", "/releases", {"tag_name": "v1", "ref": "main"}, token=one).status
                 for one in ("bad", "R", "S")]
        self.assertEqual(found, [401, 403, 403])
        job = ask(f"{self.api}/api/v4/projects/o%2Fr/packages/generic/a/1/f", "PUT", b"1", {"job-token": "J"}, token=None)
        self.assertEqual(job.status, 201)
        self.assertEqual(ask(f"{self.api}/api/v4/personal_access_tokens/self").json["scopes"], ["api"])
        for number in range(5):
            self.lab("POST", "/releases", {"tag_name": f"v{number}", "ref": "main"})
        answer = self.lab("GET", "/releases?per_page=2&page=2")
        self.assertEqual([one["tag_name"] for one in answer.json], ["v2", "v1"])
        self.assertEqual((answer.headers["x-next-page"], answer.headers["x-total"]), ("3", "5"))
        self.assertIn('rel="next"', answer.headers["link"])
        self.assertEqual(ask(f"{self.api}/api/v4/projects/o%2Fnone").json, {"message": "404 Project Not Found"})


class Gitea(ForgeCase):
    """Releases and attachments."""

    def tea(self, method, path, body=None, **more):
        """A request of o/r."""
        token = more.pop("token", "T")
        headers = {**({"authorization": f"token {token}"} if token else {}), **more.pop("headers", {})}
        return ask(f"{self.api}/api/v1/repos/o/r{path}", method, body, headers, token=None)

    def test_draft_takes_attachments_and_becomes_public(self):
        release = self.tea("POST", "/releases", {"tag_name": "v1", "draft": True}).json
        self.assertEqual(self.tea("POST", "/releases", {"tag_name": "v1"}).status, 409)
        self.assertEqual([len(self.tea("GET", "/releases", token=one).json) for one in ("T", "R", None)], [1, 0, 0])
        data = bytes(range(256)) * 9000
        body = (b'--XX\r\nContent-Disposition: form-data; name="other"\r\n\r\n1\r\n--XX\r\nContent-Disposition: '
                b'form-data; name="attachment"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n'
                + data + b"\r\n--XX--\r\n")
        path = f"/releases/{release['id']}"
        form = self.tea("POST", path + "/assets", body, headers={"content-type": "multipart/form-data; boundary=XX"})
        self.assertEqual((form.status, form.json["name"], form.json["size"]), (201, "a.bin", len(data)))
        self.assertNotIn("digest", form.json)
        raw = self.tea("POST", path + "/assets?name=b", b"12", headers={"content-type": "application/octet-stream"})
        self.assertEqual((raw.status, raw.json["size"]), (201, 2))
        self.assertEqual(self.tea("POST", path + "/assets", b"12", headers={"content-type": "x/y"}).status, 400)
        self.assertEqual(self.tea("PATCH", f"{path}/assets/{raw.json['id']}", {"name": "c"}).status, 201)
        self.assertEqual(self.tea("GET", "/tags/v1").status, 404)
        self.assertEqual(ask(form.json["browser_download_url"], token=None).status, 404)
        self.assertEqual(self.tea("PATCH", path, {"draft": False}).json["draft"], False)
        self.assertEqual(self.tea("GET", "/tags/v1").json["commit"]["sha"], MAIN)
        self.assertEqual(ask(form.json["browser_download_url"], token=None).body, data)
        self.assertEqual([one["name"] for one in self.tea("GET", path + "/assets").json], ["a.bin", "c"])
        self.assertEqual(self.tea("DELETE", f"{path}/assets/{raw.json['id']}").status, 204)
        stored = self.state()["releases"][0]["assets"][0]
        self.assertEqual(stored["sha256"], hashlib.sha256(data).hexdigest())

    def test_rights_and_pages(self):
        self.assertEqual(self.tea("POST", "/releases", {"tag_name": "v1"}, token="bad").status, 401)
        self.assertEqual(self.tea("POST", "/releases", {"tag_name": "v1"}, token="R").status, 403)
        for number in range(4):
            self.tea("POST", "/releases", {"tag_name": f"v{number}"})
        answer = self.tea("GET", "/releases?limit=2")
        self.assertEqual((len(answer.json), answer.headers["x-total-count"]), (2, "4"))
        self.assertIn('page=2>; rel="next"', answer.headers["link"])
        self.assertIn("version", ask(self.api + "/api/v1/version", token=None).json)
        self.assertEqual(self.tea("GET", "/releases/tags/none").json["message"], "The target couldn't be found.")


if __name__ == "__main__":
    unittest.main()
