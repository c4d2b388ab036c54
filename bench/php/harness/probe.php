<?php

declare(strict_types=1);

// Tells the version of the library in this process, and what it can do beyond the others.

$autoload = getenv('BENCH_AUTOLOAD');
if (is_string($autoload) && $autoload !== '') {
    require $autoload;
}

$package = ['amphp' => 'amphp/websocket-server', 'ratchet' => 'ratchet/rfc6455'][$argv[1]] ?? '';
$version = match ($argv[1]) {
    'websocket', 'openswoole' => phpversion($argv[1]),
    'workerman' => \Workerman\Worker::VERSION,
    default => class_exists(\Composer\InstalledVersions::class) && \Composer\InstalledVersions::isInstalled($package)
        ? \Composer\InstalledVersions::getPrettyVersion($package)
        : '',
};
if ($version === false) {
    throw new RuntimeException("the extension {$argv[1]} was not loaded");
}

$abilities = array_keys(array_filter([
    'broadcast' => method_exists(\WebSocket\Server::class, 'broadcast') || class_exists(\Amp\Websocket\Server\WebsocketClientGateway::class),
    'tls' => class_exists(\WebSocket\TlsOptions::class, false),
    'message-count' => method_exists(\WebSocket\Server::class, 'stats'),
    'string-decode' => method_exists(\WebSocket\Protocol::class, 'decodePayload'),
]));

echo json_encode(['version' => (string) $version, 'abilities' => $abilities], JSON_THROW_ON_ERROR);
