"""Real proxies, each in a folder and on a port of its own. They come from Debian's packages, installed or unpacked below
.cache/proxies (`tools/need`), Envoy from a wheel."""

import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "python"))

from harness.server import REPOSITORY  # noqa: E402
from harness.waiting import free_port  # noqa: E402

UNPACKED = REPOSITORY / ".cache" / "proxies"
LIBRARIES = ":".join(map(str, (UNPACKED / "usr" / "lib").glob("*-linux-gnu")))
START_S = 20
STOP_S = 5


class Proxy:
    """A running one on `port`; its configuration is made by `configuration(port, folder)`."""

    program = None

    def __init__(self, configuration):
        self.port = free_port()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"baton-{type(self).__name__.lower()}-"))
        (self.folder / "configuration").write_text(self.wrap(configuration(self.port)))
        self._log = open(self.folder / "log", "w+")
        self.process = subprocess.Popen(
            [self._found(), *self.arguments(self.folder / "configuration")],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log, cwd=self.folder,
            env={**os.environ, "LD_LIBRARY_PATH": LIBRARIES, "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)},
        )
        self._await()

    @property
    def address(self):
        return f"127.0.0.1:{self.port}"

    def _found(self):
        installed = shutil.which(pathlib.Path(self.program).name, path=os.environ["PATH"] + ":/usr/sbin")
        return installed or str(UNPACKED / self.program)

    def _await(self):
        deadline = time.monotonic() + START_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    self._log.seek(0)
                    log = self._log.read()
                    self.stop()
                    raise RuntimeError(f"{self.program} does not listen: {log}") from None
                time.sleep(0.02)

    def wrap(self, configuration):
        """The least that has to stand around it."""
        return configuration

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.wait()
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Nginx(Proxy):
    program = "usr/sbin/nginx"

    def arguments(self, file):
        return ["-p", self.folder, "-c", file, "-e", "stderr"]

    def wrap(self, configuration):
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        folders = "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in kinds)
        return (
            f"daemon off; master_process off; pid {self.folder}/pid; error_log stderr;\n"
            f"events {{ worker_connections 256; }}\nhttp {{ access_log off;\n{folders}{configuration}\n}}\n"
        )


class HaProxy(Proxy):
    program = "usr/sbin/haproxy"

    def arguments(self, file):
        return ["-db", "-f", file]

    def wrap(self, configuration):
        # Without a user or chroot; the size of keys is a warning only.
        return f"global\n    maxconn 200\n    tune.ssl.default-dh-param 2048\n\n{configuration}\n"


class Apache(Proxy):
    program = "usr/sbin/apache2"
    MODULES = ("mpm_event", "authz_core", "proxy", "proxy_http", "proxy_wstunnel", "ssl", "socache_shmcb", "headers")

    def arguments(self, file):
        return ["-d", self.folder, "-f", file, "-D", "FOREGROUND"]

    def wrap(self, configuration):
        installed = pathlib.Path("/usr/lib/apache2/modules")
        modules = installed if installed.exists() else UNPACKED / "usr" / "lib" / "apache2" / "modules"
        loads = "".join(f"LoadModule {name}_module {modules}/mod_{name}.so\n" for name in self.MODULES)
        user = "User nobody\nGroup nogroup\n" if os.getuid() == 0 else ""
        return (
            f"{loads}{user}ServerName localhost\nPidFile {self.folder}/pid\nErrorLog /dev/stderr\n"
            f"DefaultRuntimeDir {self.folder}\nMutex posixsem\nLogLevel error\n"
            f"Listen 127.0.0.1:{self.port}\n{configuration}\n"
        )


class Caddy(Proxy):
    program = "usr/bin/caddy"

    def arguments(self, file):
        return ["run", "--config", file, "--adapter", "caddyfile"]

    def wrap(self, configuration):
        return f"{{\n    admin off\n    auto_https disable_redirects\n    skip_install_trust\n}}\n\n{configuration}\n"


class Envoy(Proxy):
    program = "envoy"

    def _found(self):
        return shutil.which("envoy") or str(REPOSITORY / ".cache" / "envoy" / "envoy")

    def arguments(self, file):
        options = ["--disable-hot-restart", "--use-dynamic-base-id", "--concurrency", "1", "--log-level", "error"]
        return ["--config-path", file.rename(file.with_suffix(".yaml")), *options]
