"""Makes a long history of the same commits on every machine.

usage: history.py FOLDER

50,000 commits on one branch, with a topic branch of three merged every fifty; conventional messages of all kinds and
others; 40 folders, one of which each commit changes; a tag every 500 commits, now and then with a candidate before it.
"""

import pathlib
import random
import subprocess
import sys

COMMITS = 50_000
TAG_EVERY = 500
TYPES = ["feat"] * 5 + ["fix"] * 7 + ["chore", "docs", "refactor", "perf", "test", "build", "ci"]
WORDS = "add drop keep read write parse table index reader writer cache error limit queue token while when of in".split()


class History:
    """A stream for `git fast-import`, one commit after the other."""

    def __init__(self, write):
        self.write = write
        self.random = random.Random(7)
        self.count = 0
        self.time = 1_400_000_000

    def words(self, least, most):
        return " ".join(self.random.choice(WORDS) for _ in range(self.random.randint(least, most)))

    def data(self, text):
        encoded = text.encode()
        self.write(b"data %d\n%s\n" % (len(encoded), encoded))

    def message(self):
        number = f" (#{self.count})" if self.random.random() < 0.5 else ""
        if self.random.random() < 0.15:
            return f"{self.words(3, 8).capitalize()}{number}\n"
        scope = f"({self.random.choice(WORDS)})" if self.random.random() < 0.6 else ""
        mark = "!" if self.random.random() < 0.01 else ""
        lines = [f"{self.random.choice(TYPES)}{scope}{mark}: {self.words(3, 9)}{number}"]
        if self.random.random() < 0.4:
            lines += ["", *(self.words(8, 14) for _ in range(self.random.randint(1, 5)))]
        footers = [f"Refs: #{self.random.randint(1, 9999)}"] if self.random.random() < 0.3 else []
        if self.random.random() < 0.2:
            footers.append("Co-authored-by: {} <{}>".format(*self.person()))
        if self.random.random() < 0.01:
            footers.append(f"BREAKING CHANGE: {self.words(6, 12)}")
        return "\n".join(lines + ([""] + footers if footers else [])) + "\n"

    def person(self):
        number = self.random.randrange(max(5, 300 * self.count // COMMITS))
        return f"Person {number}", f"person{number}@example.org"

    def commit(self, parents, message=None):
        self.count += 1
        self.time += self.random.randint(60, 5000)
        name, address = self.person()
        self.write(f"commit refs/heads/main\nmark :{self.count}\n".encode())
        self.write(f"committer {name} <{address}> {self.time} +0000\n".encode())
        self.data(message or self.message())
        for word, parent in zip(["from", "merge"], parents):
            self.write(f"{word} :{parent}\n".encode())
        folder, file = self.random.randrange(40), self.random.randrange(20)
        self.write(f"M 100644 inline pkg/p{folder:02}/f{file:02}\n".encode())
        self.data(f"{self.count}\n")
        return self.count

    def tag(self, name, commit):
        self.write(f"tag {name}\nfrom :{commit}\ntagger Bot <bot@example.org> {self.time} +0000\n".encode())
        self.data(name)


def make(folder):
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "init", "--quiet", "-b", "main", folder], check=True)
    importer = subprocess.Popen(["git", "-C", folder, "fast-import", "--quiet"], stdin=subprocess.PIPE)
    history = History(importer.stdin.write)
    head, tags = history.commit([]), 0
    while history.count < COMMITS:
        if history.count % 50 == 46:
            topic = head
            for _ in range(3):
                topic = history.commit([topic])
            head = history.commit([head, topic], f"Merge pull request #{history.count} from a/topic\n")
        else:
            head = history.commit([head])
        if history.count // TAG_EVERY > tags:
            tags += 1
            if tags % 9 == 0:
                history.tag(f"v0.{tags}.0-rc.1", head)
                head = history.commit([head])
            history.tag(f"v0.{tags}.0", head)
    importer.stdin.close()
    if importer.wait() != 0:
        sys.exit("git fast-import failed")


if __name__ == "__main__":
    make(pathlib.Path(sys.argv[1]))
