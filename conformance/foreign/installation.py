"""Installs the packages of a language's clients, each pinned."""

import hashlib
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CACHE = ROOT / ".cache" / "foreign"


class Missing(Exception):
    """The language itself is not to be had on this machine."""


class Changed(Exception):
    """A package is not the one whose checksum is known."""


def install(language, clients):
    """Makes ready what the programs of `language` need; `clients` are those that will run."""
    needed, prepare = LANGUAGES[language]
    if any(client.needs_database for client in clients):
        needed = [*needed, "postgres"]
    done = run([ROOT / "tools" / "need", *needed], check=False)
    if done.returncode:
        raise Missing((done.stdout.strip().splitlines() or ["tools/need failed"])[-1])
    prepare(clients)


def run(command, check=True, **more):
    """Runs a command with its output kept, to be shown where it fails."""
    return subprocess.run(
        command, check=check, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more
    )


def prepare_python(clients):
    """Each version with what it depends on in a folder of its own: they exclude each other."""
    for client in clients:
        name = f"{client.package}-{client.version}"
        wanted, folder = HERE / "python" / "requirements" / f"{name}.txt", CACHE / "python" / name
        stamp = folder / "installed-requirements"
        if stamp.exists() and stamp.read_bytes() == wanted.read_bytes():
            continue
        shutil.rmtree(folder, ignore_errors=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        run([*pip, "--target", folder, "-r", wanted])
        shutil.copyfile(wanted, stamp)


def prepare_go(clients):
    """One program for each version: a folder has the source of all, `modules` what each version is built with."""
    for client in clients:
        name = f"{client.package}-{client.version}"
        modules, program = HERE / "go" / "modules" / f"{name}.mod", CACHE / "go" / name
        # The tag names the major version, which is a part of a module's path. Go checks what it downloads against the
        # .sum file beside the .mod file, and its own cache decides what to build again.
        build = ["go", "build", "-mod=readonly", "-buildvcs=false", f"-modfile={modules}", f"-tags=v{client.version.split('.')[0]}"]
        run([*build, "-o", program, "."], cwd=HERE / "go" / client.package)


# Maven has no lock file: the plugin that downloads is pinned here, and libraries by their .sha256 files.
MAVEN_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"


def prepare_java(clients):
    """One folder for each version: its libraries, which must be those that its .sha256 file lists, and the programs built with them."""
    sources = sorted((HERE / "java").glob("*.java"))
    for client in clients:
        name = f"{client.package}-{client.version}"
        libraries, folder = HERE / "java" / "libraries", CACHE / "java" / name
        wanted = [libraries / f"{name}.pom", libraries / f"{name}.sha256", *sources]
        contents, stamp = b"".join(file.read_bytes() for file in wanted), folder / "installed-sources"
        if stamp.exists() and stamp.read_bytes() == contents:
            continue
        shutil.rmtree(folder, ignore_errors=True)
        maven = ["mvn", "--batch-mode", "--quiet", "--strict-checksums", f"-Dmaven.repo.local={CACHE / 'java' / 'repository'}"]
        run([*maven, "-f", wanted[0], f"{MAVEN_PLUGIN}:copy-dependencies", f"-DoutputDirectory={folder}"])
        downloaded = "".join(f"{hashlib.sha256(jar.read_bytes()).hexdigest()}  {jar.name}\n" for jar in sorted(folder.glob("*.jar")))
        if downloaded != wanted[1].read_text():
            raise Changed(f"{wanted[1].name} does not list what was downloaded:\n{downloaded}")
        run(["javac", "-encoding", "UTF-8", "-cp", f"{folder}/*", "-d", folder, *sources])
        stamp.write_bytes(contents)


def prepare_rust(clients):
    """One program for each version, from a crate with a lock file of its own. What cargo builds on the way is 230 MB and goes again."""
    for client in clients:
        name = f"{client.package}-{client.version}"
        crate, folder = HERE / "rust" / name, CACHE / "rust" / name
        files = [crate / "Cargo.toml", crate / "Cargo.lock", *sorted((crate / "src").glob("*.rs"))]
        contents, stamp = b"".join(file.read_bytes() for file in files), folder / "installed-sources"
        if stamp.exists() and stamp.read_bytes() == contents:
            continue
        shutil.rmtree(folder, ignore_errors=True)
        target = folder / "target"
        run(["cargo", "build", "--quiet", "--locked", "--manifest-path", files[0], "--target-dir", target])
        shutil.copy(target / "debug" / "foreign", folder / "program")
        shutil.rmtree(target)
        stamp.write_bytes(contents)


LANGUAGES = {
    "node": (["foreign-node-packages"], lambda clients: None),
    "python": (["python-pip"], prepare_python),
    "go": (["go"], prepare_go),
    "java": (["java"], prepare_java),
    "rust": (["cc", "rust"], prepare_rust),
}
