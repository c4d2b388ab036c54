<?php

declare(strict_types=1);

namespace Bench;

/** A self-signed RSA-2048 certificate for 127.0.0.1, created for each run. */
final class Certificate
{
    public readonly string $certificate;

    public readonly string $key;

    public function __construct(Bench $bench)
    {
        $this->certificate = $bench->place('certificate.pem');
        $this->key = $bench->place('key.pem');
        $key = openssl_pkey_new(['private_key_type' => OPENSSL_KEYTYPE_RSA, 'private_key_bits' => 2048]);
        $request = openssl_csr_new(['commonName' => '127.0.0.1'], $key, ['digest_alg' => 'sha256']);
        $signed = openssl_csr_sign($request, null, $key, 2, ['digest_alg' => 'sha256', 'x509_extensions' => 'v3_req']);
        openssl_x509_export_to_file($signed, $this->certificate);
        openssl_pkey_export_to_file($key, $this->key);
    }

    /** @return array<string, string> the environment of a server that serves TLS itself */
    public function environment(): array
    {
        return ['CERTIFICATE' => $this->certificate, 'KEY' => $this->key];
    }
}
