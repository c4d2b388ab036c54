/** A certificate for this machine's own addresses, made by openssl for one test file. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const KEYS = {
  ecdsa: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
  rsa: ['-newkey', 'rsa:2048'],
};

/**
 * Makes one.
 * @param kind of KEYS
 * @returns `{certificate, key}`, paths; `ca`, what a client has to trust; `remove`, which takes the files away
 */
export function makeCertificate(kind = 'ecdsa') {
  const folder = mkdtempSync(join(tmpdir(), 'baton-certificate-'));
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const made = ['req', '-x509', ...KEYS[kind], '-nodes', '-days', '2', '-keyout', key, '-out', certificate, ...names];
  execFileSync('openssl', made, { stdio: 'ignore' });
  return { certificate, key, ca: readFileSync(certificate), remove: () => rmSync(folder, { recursive: true }) };
}
