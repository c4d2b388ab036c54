--TEST--
ServerOptions: defaults, and every option by its name
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\{CompressionOptions, ServerOptions, TlsOptions};
$words = fn ($value) => is_object($value) ? get_class($value) : json_encode($value);
foreach (get_object_vars(new ServerOptions()) as $name => $value) {
    echo $name, ' = ', $words($value), "\n";
}
$given = [
    'maxMessageSize' => 1, 'maxQueuedBytes' => 2, 'maxConnections' => 3, 'handshakeTimeoutMs' => 4, 'idleTimeoutMs' => 5, 'pingIntervalMs' => 6,
    'pongTimeoutMs' => 7, 'maxQueuedAgeMs' => 8, 'closeTimeoutMs' => 9, 'messageTimeoutMs' => 10, 'maxMessagesPerSecond' => 11,
    'maxControlFramesPerSecond' => 12, 'maxRequestBodySize' => 13, 'compression' => true, 'tls' => new TlsOptions('a', 'b'),
    'allowedOrigins' => ['https://a'], 'paths' => ['/a'], 'workers' => 14, 'reusePort' => true, 'backlog' => 15, 'keepRequest' => false,
];
$options = new ServerOptions(...$given);
foreach (get_object_vars($options) as $name => $value) {
    $as_given = $name === 'compression' ? $value == new CompressionOptions() : $value === $given[$name];
    $as_given or print("$name is $value\n");
}
echo count($given) === count(get_object_vars($options)) ? 'all were given' : 'some were not given', "\n";
var_dump((new ServerOptions(compression: false))->compression);
$compression = new CompressionOptions(level: 9);
var_dump((new ServerOptions(compression: $compression))->compression === $compression);
new WebSocket\Server($options);
new WebSocket\Server($given);
new WebSocket\Server();
new WebSocket\Server([]);
?>
--EXPECT--
maxMessageSize = 16777216
maxQueuedBytes = 16777216
maxConnections = 10000
handshakeTimeoutMs = 10000
idleTimeoutMs = 120000
pingIntervalMs = 0
pongTimeoutMs = 10000
maxQueuedAgeMs = 30000
closeTimeoutMs = 2000
messageTimeoutMs = 60000
maxMessagesPerSecond = 0
maxControlFramesPerSecond = 0
maxRequestBodySize = 1048576
compression = null
tls = null
allowedOrigins = []
paths = []
workers = 1
reusePort = false
backlog = 8192
keepRequest = true
all were given
NULL
bool(true)
