"""Certificates by openssl: an authority, an intermediate one, and what servers get from it."""

import pathlib
import shutil
import subprocess
import tempfile

EC = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]


def _openssl(*arguments):
    done = subprocess.run(["openssl", *map(str, arguments)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)


class Server:
    """The files of one server: its certificate alone, with the chain, and with chain and key in one file."""

    def __init__(self, key, alone, chain):
        self.key, self.alone, self.chain = key, alone, chain
        self.together = alone.with_suffix(".together.pem")
        self.together.write_text(chain.read_text() + key.read_text())


class Authority:
    """`root` is what clients trust. Its intermediate authority signs servers, for 127.0.0.1 unless others are named."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="baton-authority-"))
        self.root, root_key = self.folder / "root.pem", self.folder / "root.key"
        may_sign = ["-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=keyCertSign"]
        _openssl("req", "-x509", *EC, "-days", 9, "-subj", "/CN=Root of tests", *may_sign, "-keyout", root_key, "-out", self.root)
        self._intermediate = self.folder / "intermediate.pem"
        self._key = self.folder / "intermediate.key"
        extensions = "basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign\n"
        self._sign("Intermediate of tests", self._key, self._intermediate, extensions, (self.root, root_key), ["-days", 9])

    def _sign(self, name, key, certificate, extensions, signer, dates):
        request, file = certificate.with_suffix(".csr"), certificate.with_suffix(".ext")
        file.write_text(extensions)
        _openssl("req", *EC, "-subj", f"/CN={name}", "-keyout", key, "-out", request)
        signed_by = ["-CA", signer[0], "-CAkey", signer[1], "-CAcreateserial"]
        _openssl("x509", "-req", "-in", request, *signed_by, "-extfile", file, *dates, "-out", certificate)

    def server(self, name, alternative="IP:127.0.0.1", dates=("-days", 2)):
        """A certificate; `dates` of the past make one that has expired."""
        key, certificate = self.folder / f"{name}.key", self.folder / f"{name}.pem"
        extensions = f"basicConstraints=CA:FALSE\nsubjectAltName={alternative}\n"
        self._sign(name, key, certificate, extensions, (self._intermediate, self._key), dates)
        chain = self.folder / f"{name}.chain.pem"
        chain.write_text(certificate.read_text() + self._intermediate.read_text())
        return Server(key, certificate, chain)

    def expired(self, name):
        """openssl 3.0 takes no dates for `x509 -req`, but days before today."""
        return self.server(name, dates=("-days", "-1"))

    def self_signed(self, name):
        key, certificate = self.folder / f"{name}.key", self.folder / f"{name}.pem"
        names = ["-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1"]
        _openssl("req", "-x509", *EC, "-days", 2, *names, "-keyout", key, "-out", certificate)
        return Server(key, certificate, certificate)

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)
