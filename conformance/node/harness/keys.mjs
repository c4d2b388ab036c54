/**
 * Keys that sign the tokens of Supabase clients, and a place where a project publishes them.
 */
import { constants, createHmac, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';

const encoded = (value) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

const KINDS = {
  RS: ['rsa', { modulusLength: 2048 }],
  PS: ['rsa', { modulusLength: 2048 }],
  ES256: ['ec', { namedCurve: 'P-256' }],
  ES384: ['ec', { namedCurve: 'P-384' }],
  EdDSA: ['ed25519', {}],
};

function signature(alg, message, key) {
  const hash = `sha${alg.slice(-3)}`;
  if (alg.startsWith('HS')) return createHmac(hash, key).update(message).digest();
  if (alg === 'EdDSA') return sign(null, message, key);
  if (alg.startsWith('ES')) return sign(hash, message, { key, dsaEncoding: 'ieee-p1363' });
  if (alg.startsWith('PS')) {
    return sign(hash, message, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: Number(alg.slice(-3)) / 8 });
  }
  return sign(hash, message, key);
}

/** A token with any header and claims, signed by `alg` with `key`. */
export function signedWith(alg, key, header, claims) {
  const message = `${encoded(header)}.${encoded(claims)}`;
  return `${message}.${signature(alg, Buffer.from(message), key).toString('base64url')}`;
}

/** A key with a name: its public half as a set has it, and tokens that it signs. */
export function namedKey(kid, alg, privateJwk) {
  const [kind, options] = KINDS[alg] ?? KINDS[alg.slice(0, 2)];
  const key = privateJwk ? createPrivateKey({ key: privateJwk, format: 'jwk' }) : generateKeyPairSync(kind, options).privateKey;
  const { d, p, q, dp, dq, qi, ...open } = key.export({ format: 'jwk' });
  return {
    jwk: { ...open, kid, alg, use: 'sig' },
    token({ seconds = 3600, role = 'authenticated', header = {}, ...claims } = {}) {
      const now = Math.floor(Date.now() / 1000);
      return signedWith(alg, key, { alg, typ: 'JWT', kid, ...header }, { role, iat: now, exp: now + seconds, ...claims });
    },
  };
}

/**
 * Publishes, over TLS where `tls` names certificate and key, what `answer` holds: `keys` as a set, or what a function does with the response. Counts who asks.
 */
export async function publish(keys = [], tls) {
  const place = { answer: keys, asked: 0, headers: {} };
  const handler = (request, response) => {
    place.asked += 1;
    if (typeof place.answer === 'function') return place.answer(response, request);
    response.writeHead(200, { 'content-type': 'application/json', ...place.headers });
    response.end(JSON.stringify({ keys: place.answer.map((key) => key.jwk) }));
  };
  const server = tls
    ? createSecureServer({ cert: readFileSync(tls.certificate), key: readFileSync(tls.key) }, handler)
    : createServer(handler);
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  place.url = `${tls ? 'https' : 'http'}://127.0.0.1:${server.address().port}/auth/v1/.well-known/jwks.json`;
  place.stop = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  return place;
}
