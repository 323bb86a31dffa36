"""Compresses the same bytes with relctl's encoder and with zlib, in turns; started by deflate.sh."""

import argparse
import json
import statistics

import corpus
import figures
import release_case

OWN = "relctl"
ZLIB = "zlib-stream"
MB = 1e6
# A pass over few bytes is too short to be measured.
BYTES_OF_A_RUN = 50_000_000


class Bench(corpus.Material):
    """The inputs, and passes over them."""

    def concatenation(self, name, paths):
        """The bytes of some of the corpus's files."""
        def write(output):
            with open(output, "wb") as file:
                for path in sorted(paths):
                    file.write(path.read_bytes())
        return self.made(name, write)

    def tar(self, name, tree):
        """A tree as GNU tar stores it."""
        return self.made(name, lambda output: figures.run(["tar", "cf", output, tree.name], tree.parent))

    @property
    def release(self):
        """The tar of one Unix archive."""
        def write(folder):
            release_case.write_tree(folder, self.corpus, corpus.TARGETS[0])
        tree = self.made("tree", write) / release_case.archive_name(corpus.TARGETS[0])
        return self.tar("release.tar", tree)

    @property
    def inputs(self):
        """The inputs that are compressed apart."""
        return {
            "executables": self.concatenation("executables", corpus.binaries(self.corpus, corpus.TARGETS[0])),
            "text": self.concatenation("text", self.corpus.glob("demo/*/*.sql")),
            "CSV": self.concatenation("csv", self.corpus.glob("demo/*.csv")),
            "small files": self.tar("small.tar", self.small_files),
        }

    def passes(self, encoder, level, path):
        """Compresses a file in memory, a few times over; returns the seconds of a pass and the size."""
        output, report = self.work / f"output-{encoder}", self.work / "report.json"
        count = max(1, BYTES_OF_A_RUN // path.stat().st_size)
        figures.run([self.options.program, encoder, level, count, path, output], output=report)
        return json.loads(report.read_text())

    def expect_inflated(self, path, *encoders):
        """Ends everything where the last output is not the input, compressed."""
        for encoder in encoders:
            inflated = figures.inflated_digest(self.work / f"output-{encoder}")
            figures.expect_same(inflated, figures.file_digest(path), f"{path.name} compressed by {encoder}")

    def compare(self, table, name, level, path, bounds):
        own, other = figures.in_turns(
            self.options.rounds, lambda: self.passes(OWN, level, path), lambda: self.passes(ZLIB, level, path))
        self.expect_inflated(path, OWN, ZLIB)
        figures.expect_same({run["size"] for run in own}, {own[0]["size"]}, f"{path.name} compressed again")
        name, peer = f"level {level}, {name}", f"zlib, level {level}"
        seconds = [statistics.median(run["seconds"] for run in runs) for runs in (own, other)]
        table.add(name, *seconds, bounds[0], peer)
        table.add("  size", own[0]["size"] / MB, other[0]["size"] / MB, bounds[1], peer, unit="MB")


def level_6(bench, table):
    """a Unix archive's tar at level 6"""
    bench.compare(table, "release", 6, bench.release, (0.36, 1.000))


def level_1(bench, table):
    """a Unix archive's tar at level 1"""
    bench.compare(table, "release", 1, bench.release, (0.50, 1.00))


def level_9(bench, table):
    """a Unix archive's tar at level 9"""
    bench.compare(table, "release", 9, bench.release, (1.00, 0.985))


def inputs(bench, table):
    """executables, text, CSV and a tar of 10,000 small files at level 6, each by itself"""
    for name, path in bench.inputs.items():
        bench.compare(table, name, 6, path, (0.36 * 1.15, 1.01))


def scaling(bench, table):
    """1 GB beside 100 MB at level 6"""
    small, large = (bench.long_file(size) for size in (100_000_000, 1_000_000_000))
    times = []
    for path, runs in zip((small, large), figures.in_turns(
            bench.options.rounds, *(lambda path=path: bench.passes(OWN, 6, path) for path in (small, large)))):
        times.append(statistics.median(run["seconds"] for run in runs))
    bench.expect_inflated(large, OWN)
    table.add("level 6, 1 GB", times[1], times[0], 10.5, "relctl, 100 MB")


FIGURES = {"level-6": level_6, "level-1": level_1, "level-9": level_9, "inputs": inputs, "scaling": scaling}


def main():
    options = figures.parser(FIGURES)
    corpus.add_options(options)
    options.add_argument("--program", required=True, help=argparse.SUPPRESS)
    figures.measure(options.parse_args(), FIGURES, Bench)


main()
