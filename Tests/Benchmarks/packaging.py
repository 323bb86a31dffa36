"""Packs the same trees with relctl and with its peers, in turns; started by packaging.sh."""

import argparse
import functools
import os
import pathlib
import shutil
import subprocess

import corpus
import figures
import release_case
from figures import file_digest, median, peak

UNIX = corpus.TARGETS[0]
WINDOWS = corpus.TARGETS[-1]
MB = 1e6


class Bench(corpus.Material):
    """The projects and trees, made when they are first asked for, and the runs over them."""

    def __init__(self, options, work):
        super().__init__(options, work)
        self.rounds = options.rounds
        self.cache = work / "cache"
        os.environ.update(release_case.ENVIRONMENT, XDG_CACHE_HOME=str(self.cache))

    @functools.cached_property
    def project(self):
        return self.in_memory(self.made("release", lambda folder: release_case.write_release(folder, self.corpus)))

    @functools.cached_property
    def trees(self):
        def write(folder):
            for target in corpus.TARGETS:
                release_case.write_tree(folder, self.corpus, target)
        return self.in_memory(self.made("trees", write))

    @functools.cached_property
    def small(self):
        def write(folder):
            release_case.write_flat_project(folder, UNIX, lambda files: release_case.link_tree(self.small_files, files))
        return self.made("small-project", write)

    @functools.cached_property
    def dist_project(self):
        version = subprocess.run([self.options.dist, "--version"], check=True, capture_output=True, text=True).stdout
        return self.made("dist-project", lambda folder: release_case.write_dist_project(
            folder, self.corpus, version.split()[-1]))

    def long(self, size):
        """A project with one file, read once."""
        def write(folder):
            release_case.write_flat_project(folder, UNIX, lambda files: self.link_long(size, files))
        return self.in_memory(self.made(f"long-{size}-project", write))

    def link_long(self, size, files):
        files.mkdir(parents=True)
        os.link(self.long_file(size), files / "long.bin")

    def in_memory(self, folder):
        """Reads everything once, so that no side meets a colder disk."""
        figures.tree_contents(folder)
        return folder

    # ---- runs --------------------------------------------------------------------------------------------------

    def relctl(self, project, *arguments, configuration="relctl.json"):
        """Runs `relctl package` on a project whose `dist` has nothing but what was built."""
        for path in (project / "dist").iterdir() if (project / "dist").exists() else []:
            if path.is_dir() and path.name != "build":
                shutil.rmtree(path)
            elif path.is_file():
                path.unlink()
        return figures.run(
            [self.options.relctl, "--quiet", "--config", configuration, "package", *arguments], project)

    def packed(self, *arguments):
        """Runs `relctl package` on the release without its cache."""
        return self.relctl(self.project, *arguments, "--no-cache")

    def peer(self, target, line):
        """Runs a shell line beside the trees that packs `$tree` as `$archive`."""
        tree, archive = release_case.archive_name(target), release_case.archive_file(target)
        for leftover in self.trees.glob("*.zip"):
            leftover.unlink()
        return figures.run(f"tree={tree} archive={archive}; {line}", self.trees)

    def pigz(self, target=UNIX):
        return self.peer(target, 'tar cf - "$tree" | pigz -6 > "$archive"; sha256sum "$archive" > "$archive.sha256"')

    def gzip(self, target=UNIX):
        return self.peer(target, 'tar cf - "$tree" | gzip -6 > "$archive"; sha256sum "$archive" > "$archive.sha256"')

    def zip(self, target=WINDOWS):
        return self.peer(target, 'zip -q -r -6 "$archive" "$tree"; sha256sum "$archive" > "$archive.sha256"')

    def seven_zip(self, target=WINDOWS):
        return self.peer(target, '7zz a -tzip -mx=5 -mmt=2 "$archive" "$tree" > "$archive.log"')

    # ---- proofs ------------------------------------------------------------------------------------------------

    def own(self, target, project=None):
        return (project or self.project) / "dist" / release_case.archive_file(target)

    def expect_same(self, *targets):
        """Unpacks what relctl and the peer made last and ends everything where that differs."""
        for target in targets:
            archive = self.own(target)
            contents = figures.archive_contents(archive)
            figures.expect_same(contents, figures.archive_contents(self.trees / archive.name), archive.name)
            self.expect_checksum(archive)

    def expect_checksum(self, archive):
        stated = archive.with_name(archive.name + ".sha256").read_text().split()[0]
        figures.expect_same(stated, file_digest(archive), f"checksum of {archive.name}")


# ---- figures -------------------------------------------------------------------------------------------------------


def unix(bench, table):
    """one tar.gz with its checksum, beside tar and pigz -6, sha256sum"""
    bench.trees
    own, other = figures.in_turns(bench.rounds, lambda: bench.packed("--target", UNIX), bench.pigz)
    bench.expect_same(UNIX)
    table.add("tar.gz", median(own), median(other), 0.40, "tar | pigz -6; sha256sum", peak(own))


def unix_one_thread(bench, table):
    """the same with one thread, beside tar and gzip -6, sha256sum; and the size"""
    bench.trees
    own, other = figures.in_turns(
        bench.rounds, lambda: bench.packed("--target", UNIX, "--threads", "1"), bench.gzip)
    bench.expect_same(UNIX)
    table.add("tar.gz, --threads 1", median(own), median(other), 0.40, "tar | gzip -6; sha256sum", peak(own))
    archive = bench.own(UNIX)
    sizes = archive.stat().st_size / MB, (bench.trees / archive.name).stat().st_size / MB
    table.add("size of the tar.gz", *sizes, 1.005, "gzip -6", unit="MB")


def windows_zip(bench, table):
    """the zip for Windows with its checksum, copies for links, beside zip -6, sha256sum; and the size"""
    bench.trees
    own, other = figures.in_turns(bench.rounds, lambda: bench.packed("--target", WINDOWS), bench.zip)
    bench.expect_same(WINDOWS)
    table.add("zip", median(own), median(other), 0.10, "zip -r -6; sha256sum", peak(own))
    archive = bench.own(WINDOWS)
    sizes = archive.stat().st_size / MB, (bench.trees / archive.name).stat().st_size / MB
    table.add("size of the zip", *sizes, 1.005, "zip -r -6", unit="MB")


def windows_7zz(bench, table):
    """the zip for Windows, beside 7zz with two threads"""
    bench.trees
    own, other = figures.in_turns(bench.rounds, lambda: bench.packed("--target", WINDOWS), bench.seven_zip)
    bench.expect_same(WINDOWS)
    table.add("zip beside 7zz", median(own), median(other), 0.06, "7zz a -tzip -mx=5 -mmt=2", peak(own))


def five(bench, table):
    """all five archives with checksums, beside pigz for four and zip for one"""
    bench.trees
    unix_targets = [target for target in corpus.TARGETS if target != WINDOWS]
    own, other = figures.in_turns(
        bench.rounds, bench.packed, lambda: [*map(bench.pigz, unix_targets), bench.zip()])
    bench.expect_same(*corpus.TARGETS)
    sums = [figures.Run(*(sum(getattr(run, name) for run in runs) for name in ("seconds", "processor", "peak")))
            for runs in other]
    table.add("five archives", median(own), median(sums), 0.20, "pigz four times, zip", peak(own))


def five_again(bench, table):
    """all five again with a warm cache, and with one binary changed, beside the cold run"""
    changed = sorted(release_case.built(bench.project, UNIX).iterdir())[4]
    original = changed.read_bytes()

    def pack():
        return bench.relctl(bench.project)

    def cold():
        shutil.rmtree(bench.cache, ignore_errors=True)
        taken = pack()
        bench.digests = digests(bench)
        return taken

    def warm():
        taken = pack()
        figures.expect_same(digests(bench), bench.digests, "archives with a cold and with a warm cache")
        return taken

    def with_change():
        # A new file in the other's place: its bytes are linked to from elsewhere.
        changed.unlink()
        changed.write_bytes(corpus.masked(original, 200))
        changed.chmod(0o755)
        try:
            taken = pack()
            expect_release(bench)
        finally:
            changed.write_bytes(original)
        return taken

    own = figures.in_turns(bench.rounds, cold, warm, with_change)
    pack()
    figures.expect_same(digests(bench), bench.digests, "archives of the same files")
    expect_release(bench)
    for name, runs, bound in (("five again, warm cache", own[1], 0.25), ("five again, one changed", own[2], 0.30)):
        table.add(name, median(runs), median(own[0]), bound, "the cold run", max(peak(own[0]), peak(runs)))


def digests(bench):
    return {target: file_digest(bench.own(target)) for target in corpus.TARGETS}


def expect_release(bench):
    """Unpacks all five archives and ends everything where they hold anything but the project's files."""
    for target in corpus.TARGETS:
        archive = bench.own(target)
        figures.expect_same(figures.archive_contents(archive), expected(bench.project, target), archive.name)
        bench.expect_checksum(archive)


def expected(project, target):
    """What an archive of the release holds, by path: programs, links or copies, shared trees."""
    top = release_case.archive_name(target)
    contents = {}
    for binary in release_case.built(project, target).iterdir():
        program = ("file", file_digest(binary))
        contents[f"{top}/bin/{binary.name}"] = program
        for place, way in release_case.PLACES.items():
            link = ("link", way + binary.name)
            contents[f"{top}/{place}{binary.name}"] = program if release_case.is_windows(target) else link
    for folder in ("demo", "configs"):
        contents |= {f"{top}/{name}": content for name, content in figures.tree_contents(project / folder).items()}
    return contents


def small_files_size(bench, table):
    """the size of a tar.gz of 10,000 files of 1 KB, beside gzip -6"""
    project = bench.small
    taken = bench.relctl(project, "--no-cache")
    own, top = bench.own(UNIX, project), release_case.archive_name(UNIX)
    other = bench.work / "small.tar.gz"
    link = bench.work / top
    link.unlink(missing_ok=True)
    link.symlink_to(project / "files")
    figures.run(f"tar cf - {top}/* | gzip -6 > {other.name}", bench.work)
    figures.expect_same(figures.archive_contents(own), figures.archive_contents(other), own.name)
    sizes = own.stat().st_size / MB, other.stat().st_size / MB
    table.add("size of 10,000 small files", *sizes, 1.01, "tar | gzip -6", taken.peak, unit="MB")


def dist(bench, table):
    """all five archives of the files that dist can pack, the whole tool beside dist build"""
    project, output = bench.dist_project, bench.dist_project / "target/distrib"
    targets = ",".join(corpus.TARGETS)

    def build():
        shutil.rmtree(output, ignore_errors=True)
        return figures.run(f"{bench.options.dist} build --artifacts=local --target={targets} 2>build.log", project)

    bench.project
    own, other = figures.in_turns(
        bench.rounds, lambda: bench.relctl(bench.project, "--no-cache", configuration="files.json"), build)
    for target in corpus.TARGETS:
        archive = bench.own(target)
        theirs = output / archive.name.replace(f"-v{release_case.VERSION}", "")
        # The layouts differ: dist has no folder for programs, and none at the top of a zip.
        files = [sorted(content for _, content in figures.archive_contents(path).values()) for path in (archive, theirs)]
        figures.expect_same(*files, archive.name)
        bench.expect_checksum(archive)
    table.add("five archives, whole tool", median(own), median(other), 0.20, "dist build", peak(own))


def scaling(bench, table):
    """packing a file of 1 GB beside one of 100 MB, both read before"""
    projects = [bench.long(size) for size in (100_000_000, 1_000_000_000)]
    small, large = figures.in_turns(
        bench.rounds, *(functools.partial(bench.relctl, project, "--no-cache") for project in projects))
    for project in projects:
        contents = figures.archive_contents(bench.own(UNIX, project))
        figures.expect_same(
            sorted(contents.values()), [("file", file_digest(project / "files/long.bin"))], str(project))
    table.add("1 GB", median(large), median(small), 10.5, "relctl, 100 MB", peak(small + large))


FIGURES = {
    "unix": unix,
    "unix-one-thread": unix_one_thread,
    "windows-zip": windows_zip,
    "windows-7zz": windows_7zz,
    "five": five,
    "five-again": five_again,
    "small-files-size": small_files_size,
    "dist": dist,
    "scaling": scaling,
}


def main():
    options = figures.parser(FIGURES)
    corpus.add_options(options)
    options.add_argument("--relctl", required=True, help=argparse.SUPPRESS)
    options.add_argument("--dist", required=True, help=argparse.SUPPRESS)
    figures.measure(options.parse_args(), FIGURES, Bench)


main()
