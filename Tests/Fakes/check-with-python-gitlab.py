#!/usr/bin/env python3
"""Proves the forge on loopback with python-gitlab: packages, tags, releases, links, pages.

usage: check-with-python-gitlab.py      (with an interpreter that has the package python-gitlab)
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import urllib.request

import gitlab

HERE = os.path.dirname(os.path.abspath(__file__))
MAIN = "a" * 40


def expect(condition, message):
    """Ends with a message when something is not as it should be."""
    if not condition:
        raise SystemExit(f"check-with-python-gitlab: {message}")


def refused(status, action):
    """Expects an error of this status."""
    try:
        action()
    except gitlab.exceptions.GitlabError as error:
        expect(error.response_code == status, f"{error.response_code} instead of {status}: {error}")
    else:
        expect(False, f"no error, {status} was due")


def packages(project, folder):
    """Generic packages."""
    path = os.path.join(folder, "tool.tar.gz")
    with open(path, "wb") as file:
        file.write(os.urandom(300_000))
    with open(path, "rb") as file:
        data = file.read()
    one = project.generic_packages.upload("tool", "1.0.0", "tool.tar.gz", path, select="package_file")
    expect(one.file_sha256 == hashlib.sha256(data).hexdigest(), one)
    expect(project.generic_packages.download("tool", "1.0.0", "tool.tar.gz") == data, "other bytes")
    package = project.packages.list(package_name="tool", get_all=True)[0]
    files = package.package_files.list(get_all=True)
    expect([(each.file_name, each.size) for each in files] == [("tool.tar.gz", len(data))], files)
    refused(404, lambda: project.generic_packages.download("tool", "1.0.0", "none"))
    print("generic packages: sent, listed, downloaded")


def releases(project, url):
    """Releases, links, tags."""
    release = project.releases.create({"tag_name": "v1.0.0", "ref": "main", "name": "Tool", "description": "first"})
    expect(project.tags.get("v1.0.0").target == MAIN, "tag")
    link = release.links.create({"name": "tool.tar.gz", "url": url, "link_type": "package",
                                 "direct_asset_path": "/tool.tar.gz"})
    expect([each.name for each in release.links.list(get_all=True)] == ["tool.tar.gz"], "links")
    link.url = url + "?x"
    link.save()
    release.description = "second"
    release.save()
    seen = project.releases.get("v1.0.0")
    expect((seen.description, seen.assets["links"][0]["url"]) == ("second", url + "?x"), seen)
    refused(409, lambda: project.releases.create({"tag_name": "v1.0.0", "description": "x"}))
    refused(422, lambda: project.releases.create({"tag_name": "v9", "description": "x"}))
    refused(404, lambda: project.releases.get("none"))
    for number in range(45):
        project.releases.create({"tag_name": f"v2.{number}.0", "ref": "main", "description": "x"})
    expect(len(project.releases.list(get_all=True)) == 46, "pages")
    expect(len(list(project.tags.list(iterator=True, per_page=7))) == 46, "pages")
    link.delete()
    project.releases.delete("v1.0.0")
    refused(404, lambda: project.releases.get("v1.0.0"))
    print("releases: created, changed, listed in pages, deleted")


def main():
    """All steps."""
    with tempfile.TemporaryDirectory() as folder:
        forge = subprocess.Popen([sys.executable, os.path.join(HERE, "forge"), "--state", folder],
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            url = json.loads(forge.stdout.readline()[6:])["url"]
            body = json.dumps({"owner": "group/sub", "name": "tool", "branches": {"main": MAIN},
                               "tokens": [{"token": "T"}, {"token": "R", "push": False}]}).encode()
            urllib.request.urlopen(f"{url}/_fake/repositories", body).close()
            client = gitlab.Gitlab(url, private_token="T", keep_base_url=True)
            client.auth()
            expect(client.personal_access_tokens.get("self").scopes == ["api"], "token")
            project = client.projects.get("group/sub/tool")
            expect(project.permissions["project_access"]["access_level"] == 30, project.permissions)
            packages(project, folder)
            releases(project, f"{url}/api/v4/projects/{project.id}/packages/generic/tool/1.0.0/tool.tar.gz")
            other = gitlab.Gitlab(url, private_token="R").projects.get("group/sub/tool")
            refused(403, lambda: other.releases.create({"tag_name": "v3", "ref": "main", "description": "x"}))
            refused(401, gitlab.Gitlab(url, oauth_token="bad").auth)
        finally:
            forge.stdin.close()
            forge.wait(10)


if __name__ == "__main__":
    main()
