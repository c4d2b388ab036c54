<?php

declare(strict_types=1);

// Ends TLS in front of a server: tls-terminator.php PORT BACKEND-PORT CERTIFICATE KEY.
//
// One PHP process with stream_select(), reads of 16 KiB and handshakes that block, as the published figures for wss were
// measured through. It is slower than most servers behind it.

[, $port, $backendPort, $certificate, $key] = $argv;

// Without it a connection takes 40 ms on Linux: Nagle's algorithm on this side meets a delayed ACK on the other.
$noDelay = ['tcp_nodelay' => true];
$context = stream_context_create(['ssl' => ['local_cert' => $certificate, 'local_pk' => $key], 'socket' => $noDelay]);
$listener = stream_socket_server("tcp://127.0.0.1:{$port}", $code, $error, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
if ($listener === false) {
    fwrite(STDERR, "cannot listen on port {$port}: {$error}\n");
    exit(1);
}

$streams = [];  // by id
$partner = [];  // id => id: the receiver of what is read
$unsent = [];   // id => bytes

$close = static function (int $id) use (&$streams, &$partner, &$unsent): void {
    foreach ([$id, $partner[$id]] as $end) {
        if (isset($streams[$end])) {
            fclose($streams[$end]);
        }
        unset($streams[$end], $partner[$end], $unsent[$end]);
    }
};

$accept = static function () use ($listener, $backendPort, $noDelay, &$streams, &$partner): void {
    $client = @stream_socket_accept($listener, 0);
    if ($client === false) {
        return;
    }
    $backend = @stream_socket_enable_crypto($client, true, STREAM_CRYPTO_METHOD_TLS_SERVER)
        ? @stream_socket_client("tcp://127.0.0.1:{$backendPort}", $code, $error, 1.0, context: stream_context_create(['socket' => $noDelay]))
        : false;
    if ($backend === false) {
        fclose($client);
        return;
    }
    foreach ([$client, $backend] as $stream) {
        stream_set_blocking($stream, false);
        $streams[(int) $stream] = $stream;
    }
    [$partner[(int) $client], $partner[(int) $backend]] = [(int) $backend, (int) $client];
};

while (true) {
    $read = [$listener, ...array_values($streams)];
    $write = array_values(array_intersect_key($streams, $unsent));
    $except = null;
    stream_select($read, $write, $except, 1);
    foreach ($write as $stream) {
        $id = (int) $stream;
        $unsent[$id] = substr($unsent[$id], (int) @fwrite($stream, $unsent[$id]));
        if ($unsent[$id] === '') {
            unset($unsent[$id]);
        }
    }
    foreach ($read as $stream) {
        if ($stream === $listener) {
            $accept();
            continue;
        }
        $id = (int) $stream;
        if (!isset($streams[$id])) {
            continue; // closed with its partner in this turn
        }
        // What TLS has decrypted does not wake stream_select(), so all of it is read.
        while (($chunk = (string) @fread($stream, 16_384)) !== '') {
            $unsent[$partner[$id]] = ($unsent[$partner[$id]] ?? '') . $chunk;
        }
        if (feof($stream)) {
            $close($id);
        }
    }
}
