"""What the registry keeps: repositories with their blobs, manifests, tags and uploads, tokens, and how it behaves."""

import hashlib
import itertools
import os
import threading
from dataclasses import dataclass, field

DEFAULTS = {
    "auth": "none",            # none, basic, token, both
    "users": {"ada": "correct horse"},
    "identities": ["refresh-ada"],
    "identityByPost": True,    # whether the token server knows POST
    "anonymousPull": True,
    "anonymousPush": False,
    "tokenLifetime": 300,
    "tokenUses": None,         # a token is refused after so many requests
    "realm": None,             # in place of the token server's own
    "challenge": None,         # the whole of WWW-Authenticate, in place of the right one
    "referrers": True,
    "filters": True,           # whether referrers are filtered by the registry
    "pageSize": None,
    "pages": None,             # "loop": each page leads to itself; "other": to another server; "endless": to ever new ones
    "mounts": True,
    "minimumChunk": None,
    "maximumChunk": None,
    "takes": None,             # bytes that are taken of a chunk at most
    "needsLastChunk": False,
    "location": None,          # "relative", "storage" (another host), "query", or a text that is sent as it is
    "redirects": None,         # blobs: "storage" (another host), "loop", or a text
    "warning": None,
    "corrupt": None,           # a pattern: what is answered to such paths has other bytes
    "endless": None,           # a pattern: what is answered to such paths has no end
    "digestHeader": True,      # True, None, or a text
    "contentType": None,       # of manifests, in place of the right one
}


@dataclass
class Manifest:
    """A manifest, and what it says."""

    digest: str
    type: str
    path: str
    size: int
    value: dict


@dataclass
class Upload:
    """An upload that was begun."""

    id: str
    repository: str
    path: str
    size: int = 0


@dataclass
class Repository:
    """A repository."""

    name: str
    blobs: set = field(default_factory=set)
    manifests: dict = field(default_factory=dict)
    tags: dict = field(default_factory=dict)


@dataclass
class Token:
    """An access token."""

    user: str
    access: dict
    expires: float
    uses: int = 0


class Store:
    """All of it."""

    def __init__(self, folder, _discard=False):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)
        self.lock = threading.RLock()
        self.requests = []
        self.numbers = itertools.count(1)
        self.forget()

    def forget(self):
        """Begins anew."""
        with self.lock:
            self.settings = dict(DEFAULTS)
            self.repositories, self.uploads, self.tokens, self.sizes, self.history = {}, {}, {}, {}, []

    def repository(self, name, create=False):
        """A repository, made where it is asked for."""
        with self.lock:
            if create:
                return self.repositories.setdefault(name, Repository(name))
            return self.repositories.get(name)

    def blob_path(self, digest):
        """Where a blob's bytes are."""
        return os.path.join(self.folder, digest.replace(":", "-"))

    def begin_upload(self, repository):
        """An upload with no bytes."""
        number = f"u{next(self.numbers)}"
        upload = Upload(number, repository, os.path.join(self.folder, number))
        open(upload.path, "wb").close()
        with self.lock:
            self.uploads[number] = upload
        return upload

    def keep(self, path, digest):
        """Takes a file for a blob's; tells whether it has the digest."""
        hasher = hashlib.sha256()
        with open(path, "rb") as file:
            while piece := file.read(1 << 20):
                hasher.update(piece)
        if "sha256:" + hasher.hexdigest() != digest:
            return False
        self.sizes[digest] = os.path.getsize(path)
        os.replace(path, self.blob_path(digest))
        return True

    def described(self):
        """The state of all, in an order that only what is there decides."""
        with self.lock:
            return {
                "repositories": [
                    {"name": one.name, "blobs": sorted(one.blobs), "manifests": sorted(one.manifests),
                     "tags": [{"name": tag, "digest": one.tags[tag]} for tag in sorted(one.tags)]}
                    for _, one in sorted(self.repositories.items())
                ],
                "uploads": [{"id": one.id, "repository": one.repository, "size": one.size}
                            for one in self.uploads.values()],
                "history": list(self.history),
            }
