--TEST--
ClientOptions: what is wrong is named
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\{Client, ClientOptions};
require __DIR__ . '/server/raw.inc';

foreach ([
    ['conectTimeoutMs' => 1],
    ['MAXMESSAGESIZE' => 1],
    ['pingInterval' => 1],
    ['x' => 1],
    [str_repeat('x', 100) => 1],
    [1],
    ['connectTimeoutMs' => 0],
    ['connectTimeoutMs' => 1 << 31],
    ['maxMessageSize' => 0],
    ['maxMessageSize' => '1'],
    ['maxMessageSize' => 1.5],
    ['pingIntervalMs' => -1],
    ['pongTimeoutMs' => 0],
    ['closeTimeoutMs' => 0],
    ['reconnectAttempts' => -1],
    ['reconnectDelayMs' => 0],
    ['compression' => 1],
    ['verifyPeer' => null],
    ['caFile' => ''],
    ['caFile' => "a\0b"],
    ['caFile' => true],
    ['headers' => 'X: y'],
    ['headers' => ['X: y']],
    ['headers' => ['X' => 1]],
    ['headers' => ['X Y' => '1']],
    ['headers' => ["X\r\nY" => '1']],
    ['headers' => ['X' => "1\r\nY: 2"]],
    ['headers' => ['X' => "\xff"]],
    ['headers' => ['sec-websocket-KEY' => 'x']],
    ['headers' => ['Upgrade' => 'x']],
    ['subprotocols' => 'a'],
    ['subprotocols' => [1]],
    ['subprotocols' => ['']],
    ['subprotocols' => ['a,b']],
    ['subprotocols' => ['a', 'b', 'a']],
] as $options) {
    $thrown = threw(fn () => new Client('ws://localhost', $options));
    echo $thrown, "\n";
    // The same from the constructor of ClientOptions, where PHP itself looks at types.
    if (str_contains($thrown, ': option ') && !str_contains($thrown, 'must be of type')) {
        $other = threw(fn () => new ClientOptions(...$options));
        if ($other !== $thrown) {
            echo '  ', $other, "\n";
        }
    }
}
echo threw(fn () => new Client('ws://localhost', 1)), "\n";
echo threw(fn () => new Client('ws://localhost', new stdClass())), "\n";
echo threw(fn () => (new ClientOptions())->__construct()), "\n";
echo threw(fn () => new Client('ws://localhost', (new ReflectionClass(ClientOptions::class))->newInstanceWithoutConstructor())), "\n";
echo threw(function () {
    $options = new ClientOptions();
    $options->compression = true;
}), "\n";
echo threw(fn () => serialize(new ClientOptions())), "\n";
?>
--EXPECT--
ValueError 0: WebSocket\ClientOptions: there is no option conectTimeoutMs; the nearest is connectTimeoutMs
ValueError 0: WebSocket\ClientOptions: there is no option MAXMESSAGESIZE; the nearest is maxMessageSize
ValueError 0: WebSocket\ClientOptions: there is no option pingInterval; the nearest is pingIntervalMs
ValueError 0: WebSocket\ClientOptions: there is no option x; the nearest is caFile
ValueError 0: WebSocket\ClientOptions: there is no option xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; the nearest is headers
ValueError 0: WebSocket\ClientOptions: an array of options must have their names as its keys
ValueError 0: WebSocket\ClientOptions: option connectTimeoutMs must be between 1 and 2147483647, 0 given
ValueError 0: WebSocket\ClientOptions: option connectTimeoutMs must be between 1 and 2147483647, 2147483648 given
ValueError 0: WebSocket\ClientOptions: option maxMessageSize must be between 1 and 2305843009213693951, 0 given
TypeError 0: WebSocket\ClientOptions: option maxMessageSize must be of type int, string given
TypeError 0: WebSocket\ClientOptions: option maxMessageSize must be of type int, float given
ValueError 0: WebSocket\ClientOptions: option pingIntervalMs must be between 0 and 2147483647, -1 given
ValueError 0: WebSocket\ClientOptions: option pongTimeoutMs must be between 1 and 2147483647, 0 given
ValueError 0: WebSocket\ClientOptions: option closeTimeoutMs must be between 1 and 2147483647, 0 given
ValueError 0: WebSocket\ClientOptions: option reconnectAttempts must be between 0 and 2147483647, -1 given
ValueError 0: WebSocket\ClientOptions: option reconnectDelayMs must be between 1 and 2147483647, 0 given
TypeError 0: WebSocket\ClientOptions: option compression must be of type bool, int given
TypeError 0: WebSocket\ClientOptions: option verifyPeer must be of type bool, null given
ValueError 0: WebSocket\ClientOptions: option caFile must be a path, or null
ValueError 0: WebSocket\ClientOptions: option caFile must be a path, or null
TypeError 0: WebSocket\ClientOptions: option caFile must be of type ?string, bool given
TypeError 0: WebSocket\ClientOptions: option headers must be of type array, string given
ValueError 0: WebSocket\ClientOptions: option headers must have the names of headers as its keys
TypeError 0: WebSocket\ClientOptions: option headers must be strings, int given for X
ValueError 0: WebSocket\ClientOptions: option headers has a name that no header can have
ValueError 0: WebSocket\ClientOptions: option headers has a name that no header can have
ValueError 0: WebSocket\ClientOptions: option headers must be UTF-8 without line ends and other control characters, unlike X
ValueError 0: WebSocket\ClientOptions: option headers must be UTF-8 without line ends and other control characters, unlike X
ValueError 0: WebSocket\ClientOptions: option headers must not set sec-websocket-KEY: that is the handshake's own, and subprotocols and compression decide of it
ValueError 0: WebSocket\ClientOptions: option headers must not set Upgrade: that is the handshake's own, and subprotocols and compression decide of it
TypeError 0: WebSocket\ClientOptions: option subprotocols must be of type array, string given
TypeError 0: WebSocket\ClientOptions: option subprotocols must be strings, int given
ValueError 0: WebSocket\ClientOptions: option subprotocols must be tokens (RFC 9110): letters, digits and !#$%&'*+-.^_`|~
ValueError 0: WebSocket\ClientOptions: option subprotocols must be tokens (RFC 9110): letters, digits and !#$%&'*+-.^_`|~
ValueError 0: WebSocket\ClientOptions: option subprotocols must not have a twice
TypeError 0: WebSocket\Client::__construct(): Argument #2 ($options) must be of type WebSocket\ClientOptions|array, int given
TypeError 0: WebSocket\Client::__construct(): Argument #2 ($options) must be of type WebSocket\ClientOptions|array, stdClass given
Error 0: WebSocket\ClientOptions is constructed already
Error 0: WebSocket\ClientOptions was made without its constructor
Error 0: Cannot modify readonly property WebSocket\ClientOptions::$compression
Exception 0: Serialization of 'WebSocket\ClientOptions' is not allowed
