"""What the forge knows: repositories with their tags, releases, assets and packages, tokens and blobs."""

import hashlib
import itertools
import os
import re
import threading
import time
from dataclasses import dataclass, field
from datetime import datetime, timezone


def moment(seconds=None):
    """A time as APIs write it."""
    seconds = time.time() if seconds is None else seconds
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass
class Blob:
    """Bytes that were received."""

    size: int = 0
    sha256: str = hashlib.sha256().hexdigest()
    path: str = None


@dataclass
class Token:
    """A credential."""

    value: str
    kind: str = "classic"
    login: str = "octocat"
    scopes: list = None
    limit: int = 5000
    remaining: int = None
    reset: int = 0
    revoked: bool = False
    access: dict = field(default_factory=dict)

    def may(self, repository, what):
        """Whether it has `pull`, `push` or `admin` there."""
        return bool(self.access.get(repository.id, {}).get(what))


@dataclass
class Asset:
    """A file of a release."""

    id: int
    name: str
    label: str
    content_type: str
    blob: Blob
    state: str = "uploaded"
    created: str = field(default_factory=moment)
    updated: str = field(default_factory=moment)
    digest: object = True  # True: as it is; None: not reported; a text: reported instead
    uploader: str = "octocat"
    downloads: int = 0
    hidden_lists: int = 0

    @property
    def reported_digest(self):
        """What the API says about its digest."""
        if self.state != "uploaded":
            return None
        return f"sha256:{self.blob.sha256}" if self.digest is True else self.digest


@dataclass
class Release:
    """A release or a draft of one."""

    id: int
    tag: str
    target: str
    name: str = None
    body: str = None
    draft: bool = False
    prerelease: bool = False
    immutable: bool = False
    make_latest: str = "true"
    discussion: str = None
    author: str = "octocat"
    created: str = field(default_factory=moment)
    updated: str = field(default_factory=moment)
    published: str = None
    assets: list = field(default_factory=list)
    links: list = field(default_factory=list)
    hidden_lists: int = 0


@dataclass
class Package:
    """A generic package of GitLab."""

    id: int
    name: str
    version: str
    status: str = "default"
    files: list = field(default_factory=list)
    created: str = field(default_factory=moment)


class Repository:
    """A repository; whoever looks at it or changes it holds its lock."""

    def __init__(self, identifier, owner, name):
        self.id = identifier
        self.owner, self.name = owner, name
        self.lock = threading.RLock()
        self.private = self.archived = self.disabled = self.immutable = False
        self.default_branch = "main"
        self.branches, self.commits, self.tags, self.annotated = {}, {}, {}, {}
        self.categories, self.rulesets = [], []
        self.releases, self.packages, self.packages_begun = [], [], set()
        self.burnt_tags = set()
        self.latest = None
        self.interrupted_uploads = "starter"
        self.duplicate_package_files = True
        self.direct_downloads = False
        self.workflows, self.runs, self.pulls, self.checks = [], [], [], {}
        self.runs_as, self.git_directory = "gitea", None
        self.merges, self.deletes_branches = None, False
        self.created = time.time()

    @property
    def full_name(self):
        """owner/name."""
        return f"{self.owner}/{self.name}"

    def release(self, identifier):
        """The release with this id."""
        return next((one for one in self.releases if one.id == identifier), None)

    def published(self, tag):
        """The published release of a tag."""
        return next((one for one in self.releases if one.tag == tag and not one.draft), None)

    def asset(self, identifier):
        """A release and its asset with this id."""
        for release in self.releases:
            for asset in release.assets:
                if asset.id == identifier:
                    return release, asset
        return None, None

    def commit_of(self, tag):
        """The commit of a tag."""
        sha = self.tags.get(tag)
        return self.annotated.get(sha, {}).get("commit", sha)

    def resolve(self, commitish):
        """The commit that a branch or a full id names."""
        if not commitish:
            commitish = self.default_branch
        if commitish in self.branches:
            return self.branches[commitish]
        return commitish if re.fullmatch("[0-9a-f]{40}", commitish) and commitish in self.commits else None

    def restricts(self, tag, rule="creation"):
        """Whether an active rule set restricts this for a tag."""
        for ruleset in self.rulesets:
            if ruleset.get("enforcement", "active") != "active" or ruleset.get("target", "tag") != "tag":
                continue
            names = ruleset.get("conditions", {}).get("ref_name", {})
            included = any(matches_reference(pattern, tag) for pattern in names.get("include", ["~ALL"]))
            excluded = any(matches_reference(pattern, tag) for pattern in names.get("exclude", []))
            if included and not excluded and any(one.get("type") == rule for one in ruleset.get("rules", [])):
                return True
        return False


def matches_reference(pattern, tag):
    """Whether a pattern of a rule set (fnmatch with paths) matches a tag."""
    if pattern == "~ALL":
        return True
    pattern = pattern.removeprefix("refs/tags/")
    parts = {"**": ".*", "*": "[^/]*", "?": "[^/]"}
    expression = "".join(parts.get(part, re.escape(part)) for part in re.split(r"(\*\*|\*|\?)", pattern))
    return re.fullmatch(expression, tag) is not None


class Forge:
    """Everything that is known."""

    def __init__(self, folder, discard=False):
        self.folder, self.discard = folder, discard
        os.makedirs(os.path.join(folder, "blobs"), exist_ok=True)
        self.lock = threading.RLock()
        self.blob_ids = itertools.count(1)
        self.forget()

    def forget(self):
        """Forgets all but the blobs."""
        with self.lock:
            self.ids = itertools.count(1000)
            self.repositories, self.tokens = [], {}
            self.requests, self.history, self.discussions = [], [], []
            self.anonymous = Token("", kind="anonymous", login=None, limit=60)

    def next_id(self):
        """An id that nothing else has."""
        with self.lock:
            return next(self.ids)

    def repository(self, owner, name):
        """The repository with this name, whatever its case."""
        wanted = f"{owner}/{name}".lower()
        return next((one for one in self.repositories if one.full_name.lower() == wanted), None)

    def numbered(self, identifier):
        """The repository with this id."""
        return next((one for one in self.repositories if one.id == identifier), None)

    def receive(self, pieces):
        """Stores what is streamed; leaves nothing when the client goes away."""
        with self.lock:
            path = os.path.join(self.folder, "blobs", str(next(self.blob_ids)))
        digest, size = hashlib.sha256(), 0
        file = None if self.discard else open(path, "wb", buffering=0)
        try:
            for piece in pieces:
                digest.update(piece)
                size += len(piece)
                while file and len(piece):
                    piece = piece[file.write(piece):]
        except BaseException:
            if file:
                os.unlink(path)
            raise
        finally:
            if file:
                file.close()
        return Blob(size, digest.hexdigest(), None if self.discard else path)

    def store(self, data):
        """Stores bytes."""
        return self.receive([memoryview(data)])

    def discarded(self, blob):
        """Forgets a blob's bytes."""
        if blob.path and os.path.exists(blob.path):
            os.unlink(blob.path)

    def saw(self, request, repository, event, **details):
        """Notes that something became visible to, or vanished from, people without a token."""
        if repository.private:
            return
        with self.lock:
            self.history.append({"request": request.number if request else 0, "repository": repository.full_name,
                                 "event": event, **details})

    def create_tag(self, request, repository, tag, sha):
        """Creates a light tag."""
        repository.tags[tag] = sha
        self.saw(request, repository, "tag", tag=tag, sha=sha)


def described_asset(asset):
    """An asset as the state shows it."""
    return {"name": asset.name, "label": asset.label, "size": asset.blob.size, "sha256": asset.blob.sha256,
            "state": asset.state, "contentType": asset.content_type}


def described_assets(release):
    """The assets of a release by name."""
    return sorted((described_asset(asset) for asset in release.assets), key=lambda one: one["name"])


def described_release(repository, release):
    """A release as the state shows it."""
    return {
        "id": release.id, "tag": release.tag, "target": release.target, "name": release.name, "body": release.body,
        "visibility": "draft" if release.draft else "public", "draft": release.draft,
        "prerelease": release.prerelease, "immutable": release.immutable, "discussion": release.discussion,
        "latest": repository.latest == release.id, "assets": described_assets(release),
        "links": [{"name": one["name"], "url": one["url"], "type": one["link_type"]} for one in release.links],
    }


def described_package(package):
    """A package as the state shows it."""
    return {"name": package.name, "version": package.version, "status": package.status,
            "files": [described_asset(one) for one in package.files]}


RUN = ("id", "workflow", "ref", "sha", "event", "status", "conclusion")
PULL = ("number", "title", "body", "branch", "base", "head", "state", "merged")


def vars_of(thing, names):
    """What the state shows of a thing."""
    return {name: getattr(thing, name) for name in names}


def described(forge):
    """The state of all, in an order that only what is there decides."""
    repositories = []
    with forge.lock:
        known, history = list(forge.repositories), list(forge.history)
    for repository in sorted(known, key=lambda one: one.full_name):
        with repository.lock:
            releases = sorted(repository.releases, key=lambda one: (one.tag, one.draft, one.id))
            repositories.append({
                "repository": repository.full_name,
                "tags": [{"name": tag, "sha": sha, "commit": repository.commit_of(tag)}
                         for tag, sha in sorted(repository.tags.items())],
                "releases": [described_release(repository, one) for one in releases],
                "runs": [vars_of(one, RUN) for one in repository.runs],
                "pulls": [vars_of(one, PULL) for one in repository.pulls],
                "packages": [described_package(one)
                             for one in sorted(repository.packages, key=lambda one: (one.name, one.version, one.id))],
            })
    return {"repositories": repositories, "history": history}
