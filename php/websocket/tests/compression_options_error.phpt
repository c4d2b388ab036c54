--TEST--
CompressionOptions and TlsOptions: what they refuse
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
use WebSocket\{CompressionOptions, TlsOptions};
$options = new CompressionOptions();
echo json_encode([$options->threshold, $options->level, $options->contextTakeover]), "\n";
$options = new CompressionOptions(0, 9, true);
echo json_encode([$options->threshold, $options->level, $options->contextTakeover]), "\n";
attempt(fn () => new CompressionOptions(-1));
attempt(fn () => new CompressionOptions(level: 0));
attempt(fn () => new CompressionOptions(level: 10));
attempt(fn () => new CompressionOptions('many'));
attempt(fn () => new CompressionOptions(windowBits: 15));
attempt(fn () => $options->__construct());
attempt(function () use ($options) { $options->level = 1; });
$tls = new TlsOptions('/certificate.pem', '/key.pem');
echo json_encode([$tls->certificate, $tls->key]), "\n";
attempt(fn () => new TlsOptions('', 'key'));
attempt(fn () => new TlsOptions('certificate', ''));
attempt(fn () => new TlsOptions("a\0b", 'key'));
attempt(fn () => new TlsOptions('certificate'));
attempt(fn () => $tls->__construct('a', 'b'));
attempt(function () use ($tls) { $tls->key = 'x'; });
?>
--EXPECT--
[128,3,false]
[0,9,true]
ValueError: WebSocket\CompressionOptions::__construct(): Argument #1 ($threshold) must be 0 or more, -1 given
ValueError: WebSocket\CompressionOptions::__construct(): Argument #2 ($level) must be between 1 and 9, 0 given
ValueError: WebSocket\CompressionOptions::__construct(): Argument #2 ($level) must be between 1 and 9, 10 given
TypeError: WebSocket\CompressionOptions::__construct(): Argument #1 ($threshold) must be of type int, string given
Error: Unknown named parameter $windowBits
Error: WebSocket\CompressionOptions is constructed already, and cannot be changed
Error: Cannot modify readonly property WebSocket\CompressionOptions::$level
["\/certificate.pem","\/key.pem"]
ValueError: WebSocket\TlsOptions::__construct(): Argument #1 ($certificate) must be the path of a PEM file
ValueError: WebSocket\TlsOptions::__construct(): Argument #2 ($key) must be the path of a PEM file
ValueError: WebSocket\TlsOptions::__construct(): Argument #1 ($certificate) must not contain any null bytes
ArgumentCountError: WebSocket\TlsOptions::__construct() expects exactly 2 arguments, 1 given
Error: WebSocket\TlsOptions is constructed already, and cannot be changed
Error: Cannot modify readonly property WebSocket\TlsOptions::$key
