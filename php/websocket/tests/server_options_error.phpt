--TEST--
ServerOptions: a wrong name, value or type is named, in an array as in the constructor
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
use WebSocket\{Server, ServerOptions};
foreach (['maxMessageSize', 'maxQueuedBytes', 'maxConnections', 'handshakeTimeoutMs', 'idleTimeoutMs', 'pongTimeoutMs', 'maxQueuedAgeMs', 'closeTimeoutMs', 'messageTimeoutMs', 'workers', 'backlog'] as $name) {
    attempt(fn () => new ServerOptions(...[$name => 0]));
}
foreach (['pingIntervalMs', 'maxMessagesPerSecond', 'maxControlFramesPerSecond', 'maxRequestBodySize'] as $name) {
    attempt(fn () => new ServerOptions(...[$name => -1]));
}
foreach ([['maxConnections' => 'many'], ['reusePort' => 'yes'], ['allowedOrigins' => 'https://a'], ['allowedOrigins' => [17]], ['paths' => ['']],
    ['compression' => 'yes'], ['compression' => new stdClass()], ['tls' => true], ['tls' => ['cert.pem']], ['workers' => 1025], ['maxconnections' => 1], ['max_connections' => 1], ['pingInterval' => 1], ['xyz' => 1], [17]] as $options) {
    echo json_encode($options), "\n";
    attempt(fn () => new ServerOptions(...$options));
    attempt(fn () => new Server($options));
}
attempt(fn () => new Server(['maxConnections' => null]));
attempt(fn () => new Server(['maxConnections' => 1.5]));
attempt(fn () => new Server(['maxConnections' => '17']));
echo (new ServerOptions(maxConnections: '17'))->maxConnections, "\n";
attempt(fn () => new Server('options'));
attempt(fn () => new Server(null));
attempt(fn () => new Server(new stdClass()));
attempt(fn () => new Server([], []));
$options = new ServerOptions();
attempt(function () use ($options) { $options->maxConnections = 1; });
attempt(function () use ($options) { unset($options->maxConnections); });
attempt(function () use ($options) { $options->other = 1; });
attempt(function () use ($options) { $options->paths[] = '/x'; });
attempt(fn () => $options->__construct());
$server = new Server();
attempt(fn () => $server->__construct());
?>
--EXPECT--
ValueError: WebSocket\ServerOptions: maxMessageSize must be between 1 and 2305843009213693951, 0 given
ValueError: WebSocket\ServerOptions: maxQueuedBytes must be between 1 and 2305843009213693951, 0 given
ValueError: WebSocket\ServerOptions: maxConnections must be between 1 and 16777216, 0 given
ValueError: WebSocket\ServerOptions: handshakeTimeoutMs must be between 1 and 2147483647, 0 given
ValueError: WebSocket\ServerOptions: idleTimeoutMs must be between 1 and 2147483647, 0 given
ValueError: WebSocket\ServerOptions: pongTimeoutMs must be between 1 and 2147483647, 0 given
ValueError: WebSocket\ServerOptions: maxQueuedAgeMs must be between 1 and 2147483647, 0 given
ValueError: WebSocket\ServerOptions: closeTimeoutMs must be between 1 and 2147483647, 0 given
ValueError: WebSocket\ServerOptions: messageTimeoutMs must be between 1 and 2147483647, 0 given
ValueError: WebSocket\ServerOptions: workers must be between 1 and 1024, 0 given
ValueError: WebSocket\ServerOptions: backlog must be between 1 and 2147483647, 0 given
ValueError: WebSocket\ServerOptions: pingIntervalMs must be between 0 and 2147483647, -1 given
ValueError: WebSocket\ServerOptions: maxMessagesPerSecond must be between 0 and 4294967295, -1 given
ValueError: WebSocket\ServerOptions: maxControlFramesPerSecond must be between 0 and 4294967295, -1 given
ValueError: WebSocket\ServerOptions: maxRequestBodySize must be between 0 and 2305843009213693951, -1 given
{"maxConnections":"many"}
TypeError: WebSocket\ServerOptions: maxConnections must be of type int, string given
TypeError: WebSocket\ServerOptions: maxConnections must be of type int, string given
{"reusePort":"yes"}
TypeError: WebSocket\ServerOptions: reusePort must be of type bool, string given
TypeError: WebSocket\ServerOptions: reusePort must be of type bool, string given
{"allowedOrigins":"https:\/\/a"}
TypeError: WebSocket\ServerOptions: allowedOrigins must be of type array, string given
TypeError: WebSocket\ServerOptions: allowedOrigins must be of type array, string given
{"allowedOrigins":[17]}
ValueError: WebSocket\ServerOptions: allowedOrigins must be a list of strings that are not empty
ValueError: WebSocket\ServerOptions: allowedOrigins must be a list of strings that are not empty
{"paths":[""]}
ValueError: WebSocket\ServerOptions: paths must be a list of strings that are not empty
ValueError: WebSocket\ServerOptions: paths must be a list of strings that are not empty
{"compression":"yes"}
TypeError: WebSocket\ServerOptions: compression must be of type WebSocket\CompressionOptions|bool, string given
TypeError: WebSocket\ServerOptions: compression must be of type WebSocket\CompressionOptions|bool, string given
{"compression":{}}
TypeError: WebSocket\ServerOptions: compression must be of type WebSocket\CompressionOptions|bool, stdClass given
TypeError: WebSocket\ServerOptions: compression must be of type WebSocket\CompressionOptions|bool, stdClass given
{"tls":true}
TypeError: WebSocket\ServerOptions: tls must be of type ?WebSocket\TlsOptions, bool given
TypeError: WebSocket\ServerOptions: tls must be of type ?WebSocket\TlsOptions, bool given
{"tls":["cert.pem"]}
TypeError: WebSocket\ServerOptions: tls must be of type ?WebSocket\TlsOptions, array given
TypeError: WebSocket\ServerOptions: tls must be of type ?WebSocket\TlsOptions, array given
{"workers":1025}
ValueError: WebSocket\ServerOptions: workers must be between 1 and 1024, 1025 given
ValueError: WebSocket\ServerOptions: workers must be between 1 and 1024, 1025 given
{"maxconnections":1}
Error: Unknown named parameter $maxconnections
ValueError: WebSocket\ServerOptions has no option "maxconnections": did you mean "maxConnections"?
{"max_connections":1}
Error: Unknown named parameter $max_connections
ValueError: WebSocket\ServerOptions has no option "max_connections"
{"pingInterval":1}
Error: Unknown named parameter $pingInterval
ValueError: WebSocket\ServerOptions has no option "pingInterval": did you mean "pingIntervalMs"?
{"xyz":1}
Error: Unknown named parameter $xyz
ValueError: WebSocket\ServerOptions has no option "xyz"
[17]
nothing thrown
ValueError: WebSocket\ServerOptions has no option "0"
TypeError: WebSocket\ServerOptions: maxConnections must be of type int, null given
TypeError: WebSocket\ServerOptions: maxConnections must be of type int, float given
TypeError: WebSocket\ServerOptions: maxConnections must be of type int, string given
17
TypeError: WebSocket\Server::__construct(): Argument #1 ($options) must be of type WebSocket\ServerOptions|array, string given
TypeError: WebSocket\Server::__construct(): Argument #1 ($options) must be of type WebSocket\ServerOptions|array, null given
TypeError: WebSocket\Server::__construct(): Argument #1 ($options) must be of type WebSocket\ServerOptions|array, stdClass given
ArgumentCountError: WebSocket\Server::__construct() expects at most 1 argument, 2 given
Error: Cannot modify readonly property WebSocket\ServerOptions::$maxConnections
Error: Cannot unset readonly property WebSocket\ServerOptions::$maxConnections
Error: Cannot create dynamic property WebSocket\ServerOptions::$other
Error: Cannot modify readonly property WebSocket\ServerOptions::$paths
Error: WebSocket\ServerOptions is constructed already, and cannot be changed
Error: WebSocket\Server is constructed already
