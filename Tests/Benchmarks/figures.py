"""What the benchmarks share: runs in turns, what they took, whether both sides hold the same bytes, and the table."""

import argparse
import dataclasses
import hashlib
import json
import os
import pathlib
import shlex
import statistics
import subprocess
import sys
import tarfile
import tempfile
import zipfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
PEAK_BOUND = 64 << 20


@dataclasses.dataclass
class Run:
    """What one command took: seconds of wall and of processor time, and the most bytes that it held at a time."""

    seconds: float
    processor: float
    peak: int


def run(command, folder=None, output=os.devnull):
    """Runs a program, or a shell line, and measures it; ends everything where it fails.

    What others have written goes to the disk first: a side that sees its own files there shall not wait for those of
    the other.
    """
    os.sync()
    words = ["sh", "-c", command] if isinstance(command, str) else list(map(str, command))
    launched = subprocess.run(
        [sys.executable, "-I", "-S", HERE / "launcher.py", output, *words],
        cwd=folder, check=True, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
    )
    taken = json.loads(launched.stdout)
    status = taken.pop("status")
    if status != 0:
        sys.exit(f"{shlex.join(words)} ended with {status}")
    return Run(**taken)


def in_turns(rounds, *sides):
    """Lets the sides take turns; returns each one's results, in the order of the rounds."""
    results = [[] for _ in sides]
    for _ in range(rounds):
        for side, taken in zip(sides, results):
            taken.append(side())
    return results


def median(runs, measure="seconds"):
    return statistics.median(getattr(run, measure) for run in runs)


def peak(runs):
    return max(run.peak for run in runs)


# ---- the same bytes ------------------------------------------------------------------------------------------------


def digest(file):
    hasher = hashlib.sha256()
    while part := file.read(1 << 20):
        hasher.update(part)
    return hasher.hexdigest()


def file_digest(path):
    with open(path, "rb") as file:
        return digest(file)


def tree_contents(folder):
    """Files and links below a folder, by path from the folder that holds it."""
    contents = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder.parent))
        if path.is_symlink():
            contents[name] = ("link", os.readlink(path))
        elif path.is_file():
            contents[name] = ("file", file_digest(path))
    return contents


def tar_contents(path):
    contents = {}
    with tarfile.open(path, "r|gz") as archive:
        for member in archive:
            if member.issym():
                contents[member.name] = ("link", member.linkname)
            elif not member.isdir():
                contents[member.name] = ("file", digest(archive.extractfile(member)))
    return contents


def zip_contents(path):
    contents = {}
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            if not member.is_dir():
                # Reading to the end compares the CRC-32, too.
                with archive.open(member) as file:
                    contents[member.filename] = ("file", digest(file))
    return contents


def archive_contents(path):
    return zip_contents(path) if path.suffix == ".zip" else tar_contents(path)


def inflated_digest(path):
    """The digest of what a raw DEFLATE stream holds; ends everything where the stream is not one, or goes on."""
    inflater, hasher = zlib.decompressobj(-15), hashlib.sha256()
    with open(path, "rb") as file:
        while part := file.read(1 << 20):
            hasher.update(inflater.decompress(part))
    if not inflater.eof or inflater.unused_data:
        sys.exit(f"{path} is not one whole DEFLATE stream")
    return hasher.hexdigest()


def expect_same(one, other, what):
    """Ends everything where two things that must be the same are not."""
    if one == other:
        return
    if isinstance(one, dict):
        different = sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))
        what += f": {len(different)} entries, such as {different[0]}: {one.get(different[0])}, {other.get(different[0])}"
    sys.exit(f"not the same bytes, so nothing is compared: {what}")


# ---- the table -----------------------------------------------------------------------------------------------------


class Table:
    """Prints a line for each figure as soon as it is known, and remembers whether all bounds were kept."""

    def __init__(self):
        self.is_kept = True
        print(f"{'figure':<30} {'relctl':>12} {'peer':>12} {'ratio':>7} {'bound':>7} {'peak MB':>8}  peer")

    def add(self, name, own, other, bound, peer, peak=None, unit="s"):
        """A ratio, which must not be over its bound, and where it is known the memory, which must not be over 64 MB."""
        form = "{:,.3f} " + unit
        ratio = own / other
        verdict = "" if ratio <= bound else " NOT KEPT"
        memory = "-" if peak is None else f"{peak / (1 << 20):.1f}"
        if peak is not None and peak > PEAK_BOUND:
            verdict += " OVER 64 MB"
        self.is_kept &= not verdict
        columns = f"{name:<30} {form.format(own):>12} {form.format(other):>12} {ratio:7.4f} {bound:7.3f} {memory:>8}"
        print(f"{columns}  {peer}{verdict}", flush=True)

    def finish(self):
        print("every bound is kept" if self.is_kept else "NOT EVERY BOUND IS KEPT")
        sys.exit(0 if self.is_kept else 1)


# ---- the command line ----------------------------------------------------------------------------------------------


def parser(figures):
    """What every benchmark's program takes; `figures` maps names to what measures them."""
    options = argparse.ArgumentParser(
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="figures:\n" + "\n".join(f"  {name:<20} {measure.__doc__}" for name, measure in figures.items()),
    )
    options.add_argument("--rounds", type=int, default=5, help="so many rounds of each side (default: 5)")
    options.add_argument("--work", type=pathlib.Path, help="a folder for what is made, which is kept and used again")
    options.add_argument("figures", nargs="*", metavar="FIGURE", help="these figures alone")
    return options


def measure(options, figures, make_bench):
    """Measures the figures that were asked for, all by default, in a folder that is removed unless it was given."""
    unknown = [name for name in options.figures if name not in figures]
    if unknown:
        sys.exit(f"no figure is called {', '.join(unknown)}; known are {', '.join(figures)}")
    with tempfile.TemporaryDirectory(prefix="relctl-benchmark-") as scratch:
        work = (options.work or pathlib.Path(scratch)).resolve()
        work.mkdir(parents=True, exist_ok=True)
        bench = make_bench(options, work)
        table = Table()
        for name, figure in figures.items():
            if not options.figures or name in options.figures:
                figure(bench, table)
    table.finish()
