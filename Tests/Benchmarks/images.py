"""Builds and pushes an image for two platforms by relctl and by umoci and skopeo, in turns; started by images.sh."""

import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request

import corpus
import figures

TARGETS = {"x86_64-unknown-linux-musl": ("amd64", 62), "aarch64-unknown-linux-musl": ("arm64", 183)}
BINARY_SIZE = 60_000_000
INDEX = "application/vnd.oci.image.index.v1+json"
MANIFEST = "application/vnd.oci.image.manifest.v1+json"


def program(machine, number, sources):
    """A program of 60 MB for a processor: a header that says so (ELF-64), and real programs' bytes behind it."""
    header = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 2, machine, 1, 0, 0, 0, 0, 64, 56, 0, 64, 0, 0)
    body = b"".join(source.read_bytes() for source in sources)
    return (header + corpus.masked(body, number))[:BINARY_SIZE]


def git(folder, *arguments):
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


class Registry:
    """Debian's docker-registry on loopback, empty."""

    def __init__(self, folder, program):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        configuration = folder / "config.yml"
        # Port 0 is the system's choice; the registry says in its log which.
        configuration.write_text(
            "version: 0.1\nlog: {level: info}\n"
            f"storage: {{filesystem: {{rootdirectory: {json.dumps(str(folder / 'data'))}}}}}\n"
            "http: {addr: '127.0.0.1:0'}\n"
        )
        log = open(folder / "log", "wb")
        environment = {**os.environ, "OTEL_TRACES_EXPORTER": "none"}
        self.process = subprocess.Popen([program, "serve", configuration], stdout=log, stderr=log, env=environment)
        self.address = None
        for _ in range(500):
            found = re.search(rb"listening on (127\.0\.0\.1:\d+)", (folder / "log").read_bytes())
            if found:
                self.address = found[1].decode()
                break
            time.sleep(0.02)
        else:
            sys.exit(f"docker-registry did not begin to listen: {(folder / 'log').read_text()}")

    def get(self, path, media_type):
        request = urllib.request.Request(f"http://{self.address}/v2/{path}", headers={"Accept": media_type})
        with urllib.request.urlopen(request) as answer:
            return answer.read()

    def platforms(self, name, tag):
        """The layers' digests for each platform, after all was read."""
        index = json.loads(self.get(f"{name}/manifests/{tag}", INDEX))
        return {found["platform"]["architecture"]: self.layers(name, found["digest"])
                for found in index["manifests"] if found["platform"]["architecture"] != "unknown"}

    def layers(self, name, reference):
        manifest = json.loads(self.get(f"{name}/manifests/{reference}", MANIFEST))
        return [layer["size"] for layer in manifest["layers"]]

    def end(self):
        self.process.terminate()
        self.process.wait()


class Bench:
    def __init__(self, options, work):
        self.relctl, self.rounds, self.work = options.relctl, options.rounds, work
        self.registry_program = shutil.which("docker-registry") or "docker-registry"
        os.environ.update(GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_NOSYSTEM="1", HOME=str(work / "home"))
        (work / "home").mkdir(exist_ok=True)
        self.project = work / "project"
        if not self.project.exists():
            self.make_project()

    def make_project(self):
        sources = corpus.programs(corpus.usual_folders())
        self.project.mkdir()
        for number, (target, (_, machine)) in enumerate(TARGETS.items()):
            path = self.project / "built" / target / "app"
            corpus.write(path, program(machine, number, sources))
            path.chmod(0o755)
        (self.project / "VERSION").write_text("1.0.0\n")
        (self.project / ".gitignore").write_text("built\ndist\nrelctl.json\n")
        for command in (["init", "-qb", "main"], ["config", "user.name", "a"],
                        ["config", "user.email", "a@example.org"], ["add", "-A"], ["commit", "-qm", "feat: all"],
                        ["tag", "-am", "1.0.0", "v1.0.0"]):
            git(self.project, *command)

    def configure(self, address):
        """The project's configuration, for this registry; its archives are packed once and are not measured."""
        (self.project / "relctl.json").write_text(json.dumps({
            "name": "app", "binaries": ["app"], "version": {"manifests": ["VERSION"]},
            "build": {"command": ["true"], "output": "built/{{target}}/{{binary}}"},
            "targets": {target: {} for target in TARGETS},
            # What the peer makes too: one tag, and nothing said about the image.
            "images": [{
                "name": f"{address}/acme/app", "tags": ["{{version}}"],
                "attestations": {"provenance": False, "sbom": False},
            }],
        }))
        for step in ("build", "package"):
            subprocess.run([self.relctl, step, "-q"], cwd=self.project, check=True, stdout=subprocess.DEVNULL)

    def own(self, registry, is_warm=True):
        """relctl's time for an image that was never built, and for building and pushing it again.

        Warm, the cache holds what packing the release's archives left there, and nothing else.
        """
        caches = self.work / "caches"
        shutil.rmtree(caches, ignore_errors=True)
        os.environ["XDG_CACHE_HOME"] = str(caches)
        shutil.rmtree(self.project / "dist", ignore_errors=True)
        self.configure(registry.address)
        if not is_warm:
            shutil.rmtree(caches)
        command = [self.relctl, "image", "build", "v1.0.0", "--push", "-q"]
        first = figures.run(command, self.project)
        second = figures.run(command, self.project)
        layers = registry.platforms("acme/app", "1.0.0")
        if set(layers) != {architecture for architecture, _ in TARGETS.values()}:
            sys.exit(f"not both platforms are in the registry: {layers}")
        return first, second, layers

    def theirs(self, registry):
        """umoci's and skopeo's time for the same programs."""
        layout = self.work / "layout"
        shutil.rmtree(layout, ignore_errors=True)
        lines = ["set -e", f"umoci init --layout '{layout}'"]
        for target, (architecture, _) in TARGETS.items():
            image = f"'{layout}:{architecture}'"
            lines += [
                f"umoci new --image {image}",
                f"umoci insert --image {image} '{self.project}/built/{target}/app' /usr/bin/app",
                f"umoci config --image {image} --architecture {architecture} --os linux "
                "--config.user 65532:65532 --config.entrypoint /usr/bin/app",
                f"skopeo copy --quiet --all --dest-tls-verify=false 'oci:{layout}:{architecture}' "
                f"'docker://{registry.address}/acme/app:1.0.0-{architecture}'",
            ]
        taken = figures.run("\n".join(lines))
        for architecture, _ in TARGETS.values():
            if registry.layers("acme/app", f"1.0.0-{architecture}")[0] < 1 << 20:
                sys.exit("the peer's image has no program")
        return taken

    def with_registry(self, body):
        registry = Registry(self.work / "registry", self.registry_program)
        try:
            return body(registry)
        finally:
            registry.end()


def compare(bench, table, is_warm, name):
    def own():
        return bench.with_registry(lambda registry: bench.own(registry, is_warm))

    own()
    ours, theirs = figures.in_turns(bench.rounds, own, lambda: bench.with_registry(bench.theirs))
    first, second = [run for run, _, _ in ours], [run for _, run, _ in ours]
    table.add(name, figures.median(first), figures.median(theirs), 0.5, "umoci and skopeo", figures.peak(first))
    table.add(f"{name}, again", figures.median(second), figures.median(first), 0.1, "relctl, the first time",
              figures.peak(second))
    for architecture, layers in sorted(ours[-1][2].items()):
        print(f"  {architecture}: {', '.join(f'{size / 1e6:.1f} MB' for size in layers)} of layers")


def after_packing(bench, table):
    """an image of 2 × 60 MB, built and pushed in the release that packed the archives; and again"""
    compare(bench, table, True, "build and push")


def without_cache(bench, table):
    """the same without anything that packing left in the cache"""
    compare(bench, table, False, "without a cache")


FIGURES = {"image": after_packing, "cold": without_cache}

options = figures.parser(FIGURES)
options.add_argument("--relctl", required=True)
figures.measure(options.parse_args(), FIGURES, Bench)
