/** A certificate for this machine's own addresses, made by openssl for one test file. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const KEYS = {
  ecdsa: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
  rsa: ['-newkey', 'rsa:2048'],
};

/**
 * Makes one.
 * @param kind of KEYS
 * @param valid `[first, last]`, dates of its validity; else two days from now on
 * @returns `{certificate, key}`, paths; `ca`, what a client has to trust; `remove`, which takes the files away
 */
export function makeCertificate(kind = 'ecdsa', valid = undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'baton-certificate-'));
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const openssl = (...command) => execFileSync('openssl', command, { stdio: 'ignore' });
  if (valid) {
    // `openssl req` of Debian 12 knows whole days from now on alone.
    const request = join(folder, 'request.pem');
    openssl('req', '-new', ...KEYS[kind], '-nodes', '-keyout', key, '-out', request, ...names);
    const config = join(folder, 'ca.cnf');
    const index = join(folder, 'index.txt');
    writeFileSync(index, '');
    const lines = ['[ca]', 'default_ca = own', '[own]', `database = ${index}`, `new_certs_dir = ${folder}`, 'default_md = sha256'];
    const rest = ['rand_serial = yes', 'policy = any', 'copy_extensions = copy', '[any]', 'commonName = supplied', ''];
    writeFileSync(config, [...lines, ...rest].join('\n'));
    const [first, last] = valid.map((date) => `${date.toISOString().replace(/[-:T]|\.\d+/g, '')}`);
    const dates = ['-startdate', first, '-enddate', last];
    openssl('ca', '-batch', '-selfsign', '-config', config, '-keyfile', key, '-in', request, '-out', certificate, '-notext', ...dates);
  } else {
    openssl('req', '-x509', ...KEYS[kind], '-nodes', '-days', '2', '-keyout', key, '-out', certificate, ...names);
  }
  return { certificate, key, ca: readFileSync(certificate), remove: () => rmSync(folder, { recursive: true }) };
}

/**
 * Makes an authority and a certificate that it signed, as services have them.
 * @returns `{ca, certificate, key}`, paths; `remove`, which takes the files away
 */
export function makeAuthority() {
  const folder = mkdtempSync(join(tmpdir(), 'baton-authority-'));
  const [ca, caKey, request, certificate, key] = ['ca.pem', 'ca.key', 'request.pem', 'certificate.pem', 'key.pem'].map((name) => join(folder, name));
  const openssl = (...command) => execFileSync('openssl', command, { stdio: 'ignore' });
  openssl('req', '-x509', ...KEYS.ecdsa, '-nodes', '-days', '2', '-keyout', caKey, '-out', ca, '-subj', '/CN=authority');
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  openssl('req', '-new', ...KEYS.ecdsa, '-nodes', '-keyout', key, '-out', request, ...names);
  openssl('x509', '-req', '-in', request, '-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-copy_extensions', 'copy', '-days', '2', '-out', certificate);
  return { ca, certificate, key, remove: () => rmSync(folder, { recursive: true }) };
}
