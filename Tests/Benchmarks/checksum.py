"""Takes the checksum of a large file with relctl and with its peers, in turns; started by checksum.sh."""

import argparse
import pathlib
import random

import figures
from figures import median, peak

SIZE = 1 << 30


class Bench:
    """A large file, and the checksums that each side printed."""

    def __init__(self, options, work):
        self.options = options
        self.work = work
        self.file = work / "large"
        if not self.file.exists() or self.file.stat().st_size != SIZE:
            generator = random.Random(5)
            with open(self.file, "wb") as file:
                for _ in range(SIZE >> 20):
                    file.write(generator.randbytes(1 << 20))
        # Read once, so that no side meets a colder disk.
        self.expected = figures.file_digest(self.file)

    def run(self, *command):
        """Runs a side, and ends everything where the checksum that it prints is another."""
        output = self.work / "checksum.txt"
        taken = figures.run([*command, self.file], output=output)
        words = output.read_text().split()
        if self.expected not in words:
            figures.expect_same(words, [self.expected], " ".join(command))
        return taken

    def compare(self, name, command, bound, table):
        own, other = figures.in_turns(
            self.options.rounds, lambda: self.run(self.options.relctl, "checksum"), lambda: self.run(*command))
        table.add(name, median(own), median(other), bound, " ".join(command), peak(own))


def has_sha_instructions():
    """Whether the processor has instructions for SHA-256; nothing where that cannot be told."""
    information = pathlib.Path("/proc/cpuinfo")
    if not information.exists():
        return None
    return any(line.startswith(("flags", "Features")) and {"sha_ni", "sha2"} & set(line.split())
               for line in information.read_text().splitlines())


def sha256sum(bench, table):
    """beside sha256sum"""
    bench.compare("checksum of 1 GiB", ["sha256sum"], 0.40, table)


def openssl(bench, table):
    """beside openssl dgst -sha256"""
    bench.compare("checksum of 1 GiB", ["openssl", "dgst", "-sha256"], 1.15, table)


FIGURES = {"sha256sum": sha256sum, "openssl": openssl}


def main():
    options = figures.parser(FIGURES)
    options.add_argument("--relctl", required=True, help=argparse.SUPPRESS)
    options = options.parse_args()
    if has_sha_instructions() is False:
        print("this processor has no instructions for SHA-256, which the bounds are meant for")
    figures.measure(options, FIGURES, Bench)


main()
