"""Writes the Velostream case of the design as a git repository at v1.0.0: velostream_case.py FOLDER"""

import os
import pathlib
import subprocess
import sys

BINARIES = [
    "velo-sql", "velo-cli", "velo-test", "velo-sql-batch", "velo-1brc", "velo-schema-generator",
    "velo-config-validator", "complete_pipeline_demo", "file_processing_demo",
]

CONFIGURATION = """{
  name: "velostream",
  description: "Streaming SQL engine",
  homepage: "https://example.org/velostream",
  license: "Apache-2.0",
  repository: "velostreamai/velostream",
  version: { manifests: ["Cargo.toml"], tag: "v{{version}}" },
  binaries: [%s],
  build: {
    command: ["cargo", "build", "--release", "--locked", "--target", "{{target}}"],
    output: "target/{{target}}/release/{{binary}}{{exe}}",
    environment: { CARGO_TERM_COLOR: "never" },
    timeout: "45m",
  },
  targets: {
    "x86_64-unknown-linux-musl":  { runner: "ubuntu-latest", build: { command: ["cross", "build", "--target", "{{target}}"] } },
    "aarch64-unknown-linux-musl": { runner: "ubuntu-latest", build: { command: ["cross", "build", "--target", "{{target}}"] } },
    "x86_64-apple-darwin":        { runner: "macos-15-intel" },
    "aarch64-apple-darwin":       { runner: "macos-15" },
    "x86_64-pc-windows-msvc":     { runner: "windows-latest" },
  },
  archive: {
    name: "{{name}}-v{{version}}-{{target}}",
    formats: { default: "tar.gz", windows: "zip" },
    contents: [
      { binaries: "bin" },
      { link: "target/release/{{binary}}{{exe}}", to: "bin/{{binary}}{{exe}}" },
      { link: "{{binary}}{{exe}}", to: "bin/{{binary}}{{exe}}" },
      { files: ["demo/**", "configs/**"], except: ["**/*.log", "**/__pycache__/**"] },
      { files: ["README.md", "LICENSE"] },
      { from: "docs/user-guides", files: ["INSTALL.md"] },
      { environment: "setup-env" },
    ],
    windowsLinks: "copy",
  },
  checksums: { sidecars: true, combined: "SHA256SUMS" },
  notes: { groups: "conventional" },
  publish: [{ to: "directory", path: "out/{{tag}}" }],
}
""" % ", ".join(f'"{name}"' for name in BINARIES)


def main(folder):
    files = {
        "relctl.json": CONFIGURATION,
        "Cargo.toml": '[package]\nname = "velostream"\nversion = "1.0.0"\n',
        "README.md": "# Velostream\n",
        "LICENSE": "Apache License 2.0\n",
        "docs/user-guides/INSTALL.md": "Unpack it.\n",
        ".gitignore": "/target/\n/dist/\n/out/\n",
    }
    files |= {f"demo/{trade}/{part}": part for trade in "abcdefgh" for part in ("run.sh", "data.csv", "query.sql")}
    files |= {f"configs/{number}.yaml": str(number) for number in range(40)}
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    environment = os.environ | {
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "Ada Example", "GIT_AUTHOR_EMAIL": "ada@example.org",
        "GIT_COMMITTER_NAME": "Ada Example", "GIT_COMMITTER_EMAIL": "ada@example.org",
    }
    for command in (["init", "--quiet", "-b", "main"], ["add", "--all"],
                    ["commit", "--quiet", "--message", "feat: stream"], ["tag", "-a", "-m", "v1.0.0", "v1.0.0"]):
        subprocess.run(["git", "-C", str(folder), *command], check=True, env=environment)


main(pathlib.Path(sys.argv[1]))
