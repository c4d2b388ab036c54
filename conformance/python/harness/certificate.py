"""A certificate for this machine's own addresses, made by openssl for one test."""

import pathlib
import shutil
import subprocess
import tempfile


class Certificate:
    """Its files, until `remove`."""

    def __init__(self):
        self._folder = pathlib.Path(tempfile.mkdtemp(prefix="baton-certificate-"))
        self.certificate, self.key = self._folder / "certificate.pem", self._folder / "key.pem"
        kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
        names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
        files = ["-keyout", self.key, "-out", self.certificate]
        subprocess.run(["openssl", "req", "-x509", *kind, *names, *files], check=True, capture_output=True)

    def settings(self):
        """What the server is told of it."""
        return {"tls_certificate": str(self.certificate), "tls_key": str(self.key)}

    def remove(self):
        shutil.rmtree(self._folder, ignore_errors=True)
