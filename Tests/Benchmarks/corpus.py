"""Makes what the benchmarks pack: a tree shaped like a release of nine programs for five platforms.

usage: corpus.py FOLDER [BINARIES…]

BINARIES are folders that hold real programs or libraries; without any, those of the Swift toolchain and of the system
are taken. FOLDER gets
  five/TARGET/bin   nine of them, of 3 to 20 MB, spread over the sizes that were found. Each target's bytes are XORed
                    with another constant: the five sets compress alike and have nothing in common
  demo/             200 SQL files and a CSV file of 10 MB, shared by the targets
  configs/          20 small YAML files, shared likewise
All but the binaries is the same on every machine.
"""

import os
import pathlib
import random
import shutil
import sys

TARGETS = (
    "x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl", "x86_64-apple-darwin", "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
)
MAGICS = (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
COUNT = 9
COLUMNS = ("symbol", "price", "volume", "venue", "bid", "ask", "latency", "trades")
STATIONS = ("Abéché", "Bergen", "Cusco", "Dakar", "Evora", "Fukuoka", "Gdańsk", "Hobart", "Izmir", "Jos", "Kyiv")


def usual_folders():
    folders = [pathlib.Path("/usr/bin"), *pathlib.Path("/usr/lib").glob("*-linux-gnu")]
    swift = shutil.which("swift")
    if swift:
        toolchain = pathlib.Path(swift).resolve().parent.parent
        folders += [toolchain / "bin", toolchain / "lib"]
    return folders


def is_program(path):
    if path.is_symlink() or not path.is_file() or not 3_000_000 <= path.stat().st_size <= 20_000_000:
        return False
    with open(path, "rb") as file:
        return file.read(4) in MAGICS


def programs(folders):
    """Nine programs from the smallest to the largest, no two of one size."""
    found = {}
    for folder in folders:
        for path in sorted(folder.iterdir()) if folder.is_dir() else []:
            if is_program(path):
                found.setdefault(path.stat().st_size, path)
    if len(found) < COUNT:
        sys.exit(f"corpus.py: {len(found)} programs of 3 to 20 MB in {', '.join(map(str, folders))}; name more folders")
    by_size = [found[size] for size in sorted(found)]
    return [by_size[index * (len(by_size) - 1) // (COUNT - 1)] for index in range(COUNT)]


def masked(data, number):
    """The same bytes XORed with a constant: what repeats still repeats, and nothing is shared with other numbers."""
    constant = number * 53 % 256
    return data.translate(bytes(byte ^ constant for byte in range(256)))


def write(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def write_binaries(folder, sources):
    for position, source in enumerate(sources):
        data = source.read_bytes()
        for number, target in enumerate(TARGETS):
            path = folder / "five" / target / "bin" / f"velo-{position}{'.exe' if 'windows' in target else ''}"
            write(path, masked(data, number))
            path.chmod(0o755)


def sql(generator):
    statements = []
    for _ in range(40):
        chosen = generator.sample(COLUMNS, 4)
        statements.append(
            f"CREATE STREAM s{generator.randrange(1000)} AS\nSELECT {', '.join(chosen)}, COUNT(*) AS n\n"
            f"FROM trades_{generator.randrange(50)} WHERE {chosen[0]} > {generator.uniform(0, 500):.2f}\n"
            f"GROUP BY {chosen[1]} WINDOW TUMBLING({generator.randrange(1, 90)}s) EMIT CHANGES;\n"
        )
    return "\n".join(statements)


def measurements(generator, size):
    lines, length = [], 0
    while length < size:
        line = f"{generator.choice(STATIONS)};{generator.gauss(14, 9):.1f};{generator.randrange(1 << 16)}\n".encode()
        lines.append(line)
        length += len(line)
    return b"".join(lines)


def write_shared(folder):
    generator = random.Random(9)
    for number in range(200):
        write(folder / f"demo/queries/query-{number:03}.sql", sql(generator).encode())
    write(folder / "demo/measurements.csv", measurements(generator, 10_000_000))
    for number in range(20):
        settings = "".join(f"setting_{line}: {generator.random():.4f}\n" for line in range(50))
        write(folder / f"configs/{number:02}.yaml", settings.encode())


def make(folder, sources=None):
    """Writes the corpus."""
    chosen = programs(sources or usual_folders())
    write_binaries(folder, chosen)
    write_shared(folder)
    print(f"corpus of {', '.join(path.name for path in chosen)}", file=sys.stderr)


def write_small_files(folder, count=10_000):
    """Writes files of 1 KB: the like of sources, settings and data, a hundred to a folder."""
    generator = random.Random(17)
    for number in range(count):
        kind = number % 3
        text = sql(generator) if kind == 0 else measurements(generator, 1024).decode() if kind == 1 else "".join(
            f"key_{generator.randrange(100)}: {generator.random():.6f}\n" for _ in range(80)
        )
        write(folder / f"{number // 100:02}/file-{number:05}.txt", text.encode()[:1024])


def binaries(folder, target):
    """The programs of one target, in order."""
    return sorted((folder / "five" / target / "bin").iterdir())


def write_long(path, folder, size):
    """Writes a file of any size that compresses like the corpus all along, and repeats nothing from far away."""
    first = b"".join(binary.read_bytes() for binary in binaries(folder, TARGETS[0]))[:100_000_000]
    first += (folder / "demo/measurements.csv").read_bytes()[: 100_000_000 - len(first)]
    with open(path, "wb") as file:
        for number in range(-(-size // len(first))):
            file.write(masked(first, number)[: size - file.tell()])


class Material:
    """What a benchmark's input is made of: each part is made when it is first asked for, in a folder of the benchmark's.

    `options` are those of `add_options`, among others.
    """

    def __init__(self, options, work):
        self.options = options
        self.work = work

    def made(self, name, make):
        """A folder or file that `make` writes, unless an earlier run has."""
        path = self.work / name
        if not path.exists():
            unfinished = self.work / (name + ".unfinished")
            if unfinished.is_dir():
                shutil.rmtree(unfinished)
            make(unfinished)
            unfinished.rename(path)
        return path

    @property
    def corpus(self):
        """The corpus that was named, else one of its own."""
        return self.options.corpus.resolve() if self.options.corpus else self.made("corpus", make)

    @property
    def small_files(self):
        """10,000 files of 1 KB."""
        return self.made("small", write_small_files)

    def long_file(self, size):
        """A file of any size that is like the corpus."""
        return self.made(f"long-{size}.bin", lambda path: write_long(path, self.corpus, size))


def add_options(parser):
    """The options that say what a benchmark's input is."""
    given = os.environ.get("RELCTL_CORPUS")
    parser.add_argument("--corpus", type=pathlib.Path, default=given and pathlib.Path(given),
                        help="a corpus that is there already (default: RELCTL_CORPUS, else one is made)")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    make(pathlib.Path(sys.argv[1]), list(map(pathlib.Path, sys.argv[2:])))
