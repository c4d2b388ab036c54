#!/usr/bin/env python3
"""Checks licences and sources of all crates of the platforms in deny.toml against its lists, in a second.

`make deny` does the same and more with cargo-deny, whose build takes minutes. This reads the one list of licences.
"""

import json
import re
import subprocess
import sys


def allowed_licences():
    text = open("deny.toml", encoding="utf-8").read()
    return set(re.findall(r'"([^"]+)"', re.search(r"^allow = \[(.*?)\]", text, re.M | re.S)[1]))


def platforms():
    text = open("deny.toml", encoding="utf-8").read()
    return re.findall(r'"([^"]+)"', re.search(r"^targets = \[(.*?)\]", text, re.M | re.S)[1])


def is_allowed(expression, allowed):
    """Whether one way through an SPDX expression needs allowed licences alone."""
    expression = expression.replace("/", " OR ")
    tokens = re.findall(r"\(|\)|[^\s()]+(?: WITH [^\s()]+)?", expression)

    def alternatives(at):
        value, at = conjunction(at)
        while at < len(tokens) and tokens[at] == "OR":
            other, at = conjunction(at + 1)
            value = value or other
        return value, at

    def conjunction(at):
        value, at = licence(at)
        while at < len(tokens) and tokens[at] == "AND":
            other, at = licence(at + 1)
            value = value and other
        return value, at

    def licence(at):
        if tokens[at] == "(":
            value, at = alternatives(at + 1)
            return value, at + 1
        return tokens[at] in allowed, at + 1

    return alternatives(0)[0]


def main():
    # Fails by itself where the lock file does not fit the manifests.
    command = ["cargo", "metadata", "--locked", "--format-version", "1"]
    # Optional crates of other platforms are in the lock file, too, and never built.
    command += [part for platform in platforms() for part in ("--filter-platform", platform)]
    packages = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["packages"]
    allowed = allowed_licences()
    faults = []
    for package in packages:
        name = f"{package['name']} {package['version']}"
        if not (package["source"] or "registry+").startswith("registry+"):
            faults.append(f"{name} comes from {package['source']}; only a registry and this repository may")
        if not is_allowed(package["license"] or "none", allowed):
            faults.append(f"{name} is under {package['license']}; deny.toml allows {', '.join(sorted(allowed))}")
    print("\n".join(faults) or f"{len(packages)} crates, all under licences that deny.toml allows")
    sys.exit(1 if faults else 0)


main()
