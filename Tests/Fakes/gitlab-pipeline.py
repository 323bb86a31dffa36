"""Runs a pipeline of GitLab CI/CD on this machine, as GitLab and its runner would (https://docs.gitlab.com/ci/yaml).

usage: gitlab-pipeline.py REPOSITORY STORE (--tag TAG | --merge-request | --branch) [--runner TAG]... [--variable NAME=VALUE]...
       gitlab-pipeline.py FOLDER STORE --scripts      (only writes what the shell of each job would run to STORE/JOB.sh)

Each job has a clone of its own, of the depth that it asks for, and of earlier jobs what these handed on as artifacts: a zip
archive each, in STORE/artifacts. What a job keeps in caches is in STORE/cache. A job whose tags no --runner has is stuck.
What is not known here is an error: a keyword that is passed over would be one that nobody has tried.
"""

import argparse
import fnmatch
import hashlib
import os
import re
import shlex
import stat
import subprocess
import sys
import tempfile
import zipfile

import yaml

GLOBALS = {"stages", "include", "default", "variables", "workflow", "spec"}
KEYWORDS = {
    "extends", "stage", "interruptible", "timeout", "inherit", "dependencies", "variables", "rules", "before_script",
    "script", "artifacts", "cache", "tags", "image", "resource_group", "environment",
}


def fail(message):
    sys.exit(f"gitlab-pipeline: {message}")


class Loader(yaml.SafeLoader):
    """Texts are texts, as GitLab's reader of YAML 1.1 has them, and a key that is there twice is an error."""

    def construct_mapping(self, node, deep=False):
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                fail(f"the key {key} is there twice:\n{node.start_mark}")
        return super().construct_mapping(node, deep)


def merged(under, over):
    """A hash over another: hashes deeply, all else as it is in the one on top."""
    result = dict(under)
    for key, value in over.items():
        isBoth = isinstance(value, dict) and isinstance(result.get(key), dict)
        result[key] = merged(result[key], value) if isBoth else value
    return result


class Pipeline:
    def __init__(self, options):
        self.options = options
        self.repository = os.path.abspath(options.repository)
        self.commit = "" if options.scripts else self.git("rev-parse", (options.tag or "HEAD") + "^{commit}").strip()
        self.config = self.load(".gitlab-ci.yml")
        self.artifacts = {}
        self.reports = {}
        self.variables = self.predefined()

    def git(self, *arguments):
        return subprocess.run(
            ["git", "-C", self.repository, *arguments], check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    def read(self, path):
        if not self.options.scripts:
            return self.git("show", f"{self.commit}:{path}")
        with open(os.path.join(self.repository, path)) as file:
            return file.read()

    def load(self, path):
        text = self.read(path)
        config = yaml.load(text, Loader) or {}
        included = {}
        for entry in config.pop("include", []):
            if set(entry) != {"local"}:
                fail(f"unknown include {entry}")
            included = merged(included, self.load(entry["local"].lstrip("/")))
        return merged(included, config)

    def predefined(self):
        name = self.options.tag or "topic"
        source = "merge_request_event" if self.options.merge_request else "push"
        values = {
            "CI": "true", "GITLAB_CI": "true", "CI_COMMIT_SHA": self.commit, "CI_COMMIT_REF_NAME": name,
            "CI_COMMIT_REF_SLUG": re.sub("[^0-9a-z]", "-", name.lower())[:63].strip("-"), "CI_PIPELINE_ID": "1",
            "CI_PIPELINE_SOURCE": source, "CI_JOB_TOKEN": "the-token-of-the-job",
        }
        if self.options.tag:
            values["CI_COMMIT_TAG"] = self.options.tag
        values.update(pair.split("=", 1) for pair in self.options.variable)
        return values

    # What jobs are

    def resolved(self, name):
        job = self.config[name]
        parents = job.get("extends", [])
        result = {}
        for parent in [parents] if isinstance(parents, str) else parents:
            result = merged(result, self.resolved(parent))
        result = merged(result, job)
        result.pop("extends", None)
        return result

    def jobs(self):
        stages = [".pre", *self.config.get("stages", ["build", "test", "deploy"]), ".post"]
        result = []
        for name in self.config:
            if name in GLOBALS or name.startswith("."):
                continue
            job = self.resolved(name)
            if set(job) - KEYWORDS:
                fail(f"unknown keywords of {name}: {set(job) - KEYWORDS}")
            if job.get("inherit", {}).get("default", True):
                job = merged(self.config.get("default", {}), job)
            if job.get("stage", "test") not in stages:
                fail(f"{name} job: chosen stage {job.get('stage', 'test')} does not exist; available stages are {stages}")
            rule = {} if self.options.scripts else self.rule(job)
            if rule is not None:
                job["variables"] = merged(job.get("variables", {}), rule.get("variables", {}))
                result.append((stages.index(job.get("stage", "test")), name, job))
        return sorted(result, key=lambda entry: entry[0])

    def rule(self, job):
        """The first rule that holds; nothing where none does."""
        if "rules" not in job:
            return {} if not self.options.merge_request else None
        for rule in job["rules"]:
            if set(rule) - {"if", "variables"}:
                fail(f"unknown rule {rule}")
            if "if" not in rule or self.holds(rule["if"]):
                return rule
        return None

    def holds(self, condition):
        match = re.fullmatch(r'\$(\w+)(?: (==|=~) (?:"([^"]*)"|/(.*)/))?', condition)
        if not match:
            fail(f"unknown condition {condition}")
        value = self.variables.get(match[1])
        if match[2] is None:
            return bool(value)
        if match[2] == "==":
            return value == match[3]
        return value is not None and re.search(match[4], value) is not None

    def expanded(self, text, values):
        def variable(match):
            return "$" if match[0] == "$$" else str(values.get(match[1] or match[2], ""))

        return re.sub(r"\$\$|\$(\w+)|\$\{(\w+)\}", variable, str(text))

    def environment(self, job, folder):
        values = dict(self.variables)
        for source in self.sources(job):
            values.update(self.reports.get(source, {}))
        values["CI_PROJECT_DIR"] = folder
        own = merged(self.config.get("variables", {}), job.get("variables", {}))
        for name, value in own.items():
            if isinstance(value, dict):
                values[name] = str(value["value"]) if value.get("expand") is False else self.expanded(value["value"], values)
            else:
                values[name] = self.expanded(value, values)
        return values

    def sources(self, job):
        """The jobs whose artifacts a job gets: those that it names, else all before it."""
        names = job.get("dependencies")
        unknown = set(names or []) - set(self.config)
        if unknown:
            fail(f"unknown dependencies {unknown}")
        return list(self.artifacts) if names is None else [name for name in names if name in self.artifacts]

    # What jobs do

    def run(self):
        jobs = self.jobs()
        if self.options.scripts:
            for _, name, job in jobs:
                with open(os.path.join(self.options.store, name + ".sh"), "w") as file:
                    file.write("\n".join(["set -e"] + flat(job.get("before_script", []) + job["script"])) + "\n")
            return 0
        if not jobs:
            print("no jobs, no pipeline")
        failed = None
        for stage, name, job in jobs:
            if failed is not None and failed < stage:
                print(f"[{name}] skipped")
            elif not set(job.get("tags", [])) <= set(self.options.runner):
                print(f"[{name}] stuck: no runner has the tags {job['tags']}")
                failed = stage
            elif not self.execute(name, job):
                print(f"[{name}] failed")
                failed = stage
        return 1 if failed is not None else 0

    def execute(self, name, job):
        with tempfile.TemporaryDirectory(dir=self.options.store, prefix="job-") as place:
            folder = os.path.join(place, "project")
            values = self.environment(job, folder)
            values.update(CI_JOB_NAME=name, CI_JOB_STAGE=job.get("stage", "test"))
            self.clone(folder, values)
            for source in self.sources(job):
                self.extract(self.artifacts[source], folder)
            caches = job.get("cache", [])
            for cache in [caches] if isinstance(caches, dict) else caches:
                self.cache(cache, folder, values, "pull")
            # All of one script, in one shell, as the runner has it.
            commands = flat(job.get("before_script", []) + job["script"])
            shown = [f"echo {shlex.quote('$ ' + command.splitlines()[0])}\n{command}" for command in commands]
            script = "set -eo pipefail\nset +o noclobber\n: | eval " + shlex.quote("\n".join(shown)) + "\nexit 0\n"
            # Nothing of whoever called this but where programs are.
            environment = {key: os.environ[key] for key in ("PATH", "HOME", "LANG", "TMPDIR") if key in os.environ}
            process = subprocess.Popen(
                ["bash"], cwd=folder, env={**environment, **values}, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )
            output, _ = process.communicate(script)
            for line in output.splitlines():
                print(f"[{name}] {line}")
            if process.returncode != 0:
                return False
            for cache in [caches] if isinstance(caches, dict) else caches:
                self.cache(cache, folder, values, "push")
            self.keep(name, job.get("artifacts", {}), folder)
            return True

    def clone(self, folder, values):
        depth = int(values.get("GIT_DEPTH", "20"))
        limit = [] if depth == 0 else ["--depth", str(depth), "--no-tags"]
        # The runner's helper clones so that any user may write.
        subprocess.run(
            ["git", "clone", "--quiet", "--no-checkout", *limit, "file://" + self.repository, folder],
            check=True, umask=0,
        )
        if depth != 0:
            subprocess.run(["git", "-C", folder, "fetch", "--quiet", "--depth", str(depth), "origin", self.commit], check=True)
        subprocess.run(["git", "-C", folder, "checkout", "--quiet", "--detach", self.commit], check=True, umask=0)

    def keep(self, name, artifacts, folder):
        for path in [artifacts["reports"]["dotenv"]] if "reports" in artifacts else []:
            with open(os.path.join(folder, path)) as file:
                self.reports[name] = dict(line.rstrip("\n").split("=", 1) for line in file)
        if "expire_in" not in artifacts and artifacts:
            fail(f"the artifacts of {name} stay for ever")
        archive = os.path.join(self.options.store, "artifacts", re.sub("[^A-Za-z0-9._-]", "_", name) + ".zip")
        os.makedirs(os.path.dirname(archive), exist_ok=True)
        self.pack(archive, folder, artifacts.get("paths", []), artifacts.get("exclude", []))
        self.artifacts[name] = archive

    def pack(self, archive, folder, patterns, excluded):
        """Modes and links come through, and folders that are empty, as with the runner's archiver."""
        with zipfile.ZipFile(archive, "w") as file:
            for path in sorted(self.found(folder, patterns)):
                if any(matches(path, pattern) for pattern in excluded):
                    continue
                whole = os.path.join(folder, path)
                status = os.lstat(whole)
                isFolder = stat.S_ISDIR(status.st_mode)
                info = zipfile.ZipInfo(path + ("/" if isFolder else ""))
                info.external_attr = status.st_mode << 16
                if stat.S_ISLNK(status.st_mode):
                    file.writestr(info, os.readlink(whole))
                elif isFolder:
                    file.writestr(info, b"")
                else:
                    with open(whole, "rb") as content:
                        file.writestr(info, content.read())

    def found(self, folder, patterns):
        paths = set()
        for pattern in patterns:
            top = pattern.rstrip("/")
            if pattern.startswith("/") or "*" in pattern:
                fail(f"unknown path {pattern}")
            if not os.path.lexists(os.path.join(folder, top)):
                print(f"WARNING: {pattern}: no matching files")
                continue
            paths.add(top)
            for parent, folders, files in os.walk(os.path.join(folder, top)):
                paths.update(os.path.relpath(os.path.join(parent, each), folder) for each in folders + files)
        return paths

    def extract(self, archive, folder):
        with zipfile.ZipFile(archive) as file:
            for info in file.infolist():
                mode = info.external_attr >> 16
                path = os.path.join(folder, info.filename.rstrip("/"))
                os.makedirs(os.path.dirname(path), exist_ok=True)
                if stat.S_ISLNK(mode):
                    os.symlink(file.read(info).decode(), path)
                elif stat.S_ISDIR(mode):
                    os.makedirs(path, exist_ok=True)
                    os.chmod(path, stat.S_IMODE(mode))
                else:
                    with open(path, "wb") as content:
                        content.write(file.read(info))
                    os.chmod(path, stat.S_IMODE(mode))

    def cache(self, cache, folder, values, action):
        key = cache["key"]
        if isinstance(key, dict):
            digest = hashlib.sha1()
            for path in key["files"]:
                with open(os.path.join(folder, path), "rb") as file:
                    digest.update(file.read())
            key = "-".join([*([key["prefix"]] if "prefix" in key else []), digest.hexdigest()])
        # What protected refs keep is theirs.
        key = self.expanded(key, values) + ("-protected" if self.options.tag else "-non_protected")
        policy = self.expanded(cache.get("policy", "pull-push"), values)
        if policy not in ("pull", "push", "pull-push"):
            fail(f"unknown policy {policy}")
        archive = os.path.join(self.options.store, "cache", key + ".zip")
        if action not in policy.split("-"):
            return
        if action == "push":
            os.makedirs(os.path.dirname(archive), exist_ok=True)
            self.pack(archive, folder, cache["paths"], [])
        elif os.path.exists(archive):
            self.extract(archive, folder)


def flat(commands):
    return [each for command in commands for each in (flat(command) if isinstance(command, list) else [command])]


def matches(path, pattern):
    """As doublestar has it: `**` for any number of folders, `*` for a part of a name."""
    parts, patterns = path.split("/"), pattern.split("/")

    def match(i, j):
        if j == len(patterns):
            return i == len(parts)
        if patterns[j] == "**":
            return any(match(k, j + 1) for k in range(i, len(parts) + 1))
        return i < len(parts) and fnmatch.fnmatchcase(parts[i], patterns[j]) and match(i + 1, j + 1)

    return match(0, 0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("repository")
    parser.add_argument("store")
    event = parser.add_mutually_exclusive_group(required=True)
    event.add_argument("--tag")
    event.add_argument("--merge-request", action="store_true")
    event.add_argument("--branch", action="store_true")
    event.add_argument("--scripts", action="store_true")
    parser.add_argument("--runner", action="append", default=[])
    parser.add_argument("--variable", action="append", default=[])
    options = parser.parse_args()
    options.store = os.path.abspath(options.store)
    os.makedirs(options.store, exist_ok=True)
    sys.exit(Pipeline(options).run())


main()
