"""Lays a corpus out as projects: one for relctl, trees of the same files for peers, and one for dist."""

import json
import os
import pathlib
import shutil
import subprocess

import corpus

NAME = "velostream"
VERSION = "1.0.0"

# Where each program stands a second and a third time, and how a link there leads to `bin`.
PLACES = {"target/release/": "../../bin/", "": "bin/"}

# No configuration of the user's has a say in the projects, and relctl's cache is the benchmark's own.
ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ada Example", "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada Example", "GIT_COMMITTER_EMAIL": "ada@example.org",
}

DIST_WORKSPACE = """[workspace]
members = ["dist:app"]

[dist]
cargo-dist-version = "%s"
ci = []
installers = []
targets = %s
include = ["demo", "configs"]
unix-archive = ".tar.gz"
windows-archive = ".zip"
checksum = "sha256"
source-tarball = false
"""

DIST_PACKAGE = """[package]
name = "%s"
version = "%s"
repository = "https://example.org/velostream/velostream"
binaries = %s
build-command = ["sh", "../build.sh"]
"""

# dist runs this in `app` for each target; what it takes is that of a link for each binary.
DIST_BUILD = 'ln -f "../five/$CARGO_DIST_TARGET/bin/"* .\n'


def is_windows(target):
    return "windows" in target


def archive_name(target):
    return f"{NAME}-v{VERSION}-{target}"


def archive_file(target):
    return archive_name(target) + (".zip" if is_windows(target) else ".tar.gz")


def link_tree(source, destination):
    """The same tree once more, of hard links where the disk allows them."""
    def link(one, other):
        try:
            os.link(one, other)
        except OSError:
            shutil.copy2(one, other)
    shutil.copytree(source, destination, copy_function=link)


def commit(project, ignored):
    project.joinpath(".gitignore").write_text("".join(f"/{name}\n" for name in ignored))
    for command in (["init", "--quiet", "-b", "main"], ["add", "--all"],
                    ["commit", "--quiet", "--message", "feat: stream"],
                    ["tag", "-a", "-m", "first", f"v{VERSION}"]):
        subprocess.run(["git", "-C", project, *command], check=True)


def configuration(targets, contents, binaries=()):
    return json.dumps({
        "name": NAME,
        "version": {"manifests": []},
        "binaries": list(binaries),
        "targets": {target: {} for target in targets},
        "archive": {"formats": {"default": "tar.gz", "windows": "zip"}, "contents": contents},
    }, indent=2)


def built(project, target):
    """The folder that `relctl package` takes a target's programs from."""
    return project / "dist/build" / target


def write_release(project, source):
    """relctl's project: programs that are built already, links to them in two places, the shared trees.

    `relctl.json` has all of it, `files.json` no links.
    """
    for target in corpus.TARGETS:
        link_tree(source / "five" / target / "bin", built(project, target))
    for folder in ("demo", "configs"):
        link_tree(source / folder, project / folder)
    names = [path.name for path in corpus.binaries(source, corpus.TARGETS[0])]
    files = [{"binaries": "bin"}, {"files": ["demo/**", "configs/**"]}]
    links = [{"link": place + "{{binary}}{{exe}}", "to": "bin/{{binary}}{{exe}}"} for place in PLACES]
    (project / "relctl.json").write_text(configuration(corpus.TARGETS, files + links, names))
    (project / "files.json").write_text(configuration(corpus.TARGETS, files, names))
    commit(project, ["dist/"])


def write_tree(folder, source, target):
    """What a peer packs for a target: the same tree on the disk, on Windows with copies in the place of links."""
    top = folder / archive_name(target)
    # Copies of their own: a peer that knows hard links would store them as such.
    shutil.copytree(source / "five" / target / "bin", top / "bin")
    for name in ("demo", "configs"):
        shutil.copytree(source / name, top / name)
    for place, way in PLACES.items():
        (top / place).mkdir(parents=True, exist_ok=True)
        for binary in (top / "bin").iterdir():
            copy = top / place / binary.name
            if is_windows(target):
                shutil.copy2(binary, copy)
            else:
                copy.symlink_to(way + binary.name)


def write_flat_project(project, target, write_files):
    """A project for one platform that packs what `write_files` writes, in a folder that git does not look at."""
    write_files(project / "files")
    (project / "relctl.json").write_text(configuration([target], [{"from": "files", "files": ["**"]}]))
    commit(project, ["files/", "dist/"])


def write_dist_project(project, source, dist_version):
    """dist's project: what its configuration can say of the same files. Links are nothing that it packs."""
    for folder in ("five", "demo", "configs"):
        link_tree(source / folder, project / folder)
    names = [path.name for path in corpus.binaries(source, corpus.TARGETS[0])]
    (project / "dist-workspace.toml").write_text(
        DIST_WORKSPACE % (dist_version, json.dumps(list(corpus.TARGETS)))
    )
    (project / "app").mkdir()
    (project / "app/dist.toml").write_text(DIST_PACKAGE % (NAME, VERSION, json.dumps(names)))
    (project / "build.sh").write_text(DIST_BUILD)
    commit(project, ["five/", "app/velo-*", "target/"])
