--TEST--
Published API: every class, method, parameter, default and constant is there as it was
--EXTENSIONS--
websocket
--FILE--
<?php
// The API of axcherednikov/php-websocket 1.2.1. Ours may have more behind it: further parameters have defaults.
namespace WebSocket;

$expected = [
    'Server' => [
        '__construct' => 'ServerOptions|array $options = []',
        'listen' => 'string $host, int $port',
        'subprotocols' => 'string ...$protocols',
        'onHandshake' => '\Closure $', 'onOpen' => '\Closure $', 'onMessage' => '\Closure $', 'onClose' => '\Closure $', 'onError' => '\Closure $',
        'run' => '', 'stop' => '', 'getDriver' => '',
    ],
    'Request' => ['header' => 'string $name'],
    'HandshakeResponse' => ['__construct' => 'int $status = 403, array $headers = [], string $body = \'\''],
    'HandshakeException' => ['__construct' => '?HandshakeResponse $response = null'],
    'Connection' => [
        'send' => 'string $payload, MessageType $type = MessageType::Text',
        'close' => 'int $code = 1000, string $reason = \'\'',
        'isOpen' => '',
    ],
    'Frame' => ['__construct' => 'MessageType $type, string $payload, bool $final = true'],
    'CloseFrame' => ['__construct' => 'int $code = 1000, string $reason = \'\''],
    'Protocol' => [
        'acceptKey' => 'string $key',
        'encode' => 'string $payload, MessageType $type = MessageType::Text, bool $masked = false',
        'decode' => 'string $buffer',
        'pack' => 'CloseFrame|Frame|string $data, int $opcode = 1, int $flags = 1',
        'unpack' => 'string $buffer',
    ],
];
$words = function (\ReflectionParameter $parameter): string {
    $type = str_replace('WebSocket\\', '', (string) $parameter->getType());
    $type = $type === 'Closure' ? '\Closure' : $type;
    if (str_contains($type, '|')) {
        $types = explode('|', $type);
        sort($types);
        $type = implode('|', $types);
    }
    $default = '';
    if ($parameter->isDefaultValueAvailable()) {
        $value = $parameter->getDefaultValue();
        $default = ' = ' . match (true) {
            $value instanceof \UnitEnum => 'MessageType::' . $value->name,
            $value === [] => '[]',
            default => strtolower(var_export($value, true)),
        };
    }
    return "$type " . ($parameter->isVariadic() ? '...' : '') . '$' . $parameter->name . $default;
};
foreach ($expected as $name => $methods) {
    $class = new \ReflectionClass("WebSocket\\$name");
    foreach ($methods as $method => $signature) {
        $given = array_map($words, $class->getMethod($method)->getParameters());
        $wanted = $signature === '' ? [] : explode(', ', $signature);
        foreach ($wanted as $place => $parameter) {
            $found = $given[$place] ?? 'nothing';
            if (str_ends_with($parameter, '$')) {
                $found = substr($found, 0, strlen($parameter)); // its name was never published
            }
            if ($found !== $parameter && $found !== "$parameter = 0") {
                echo "$name::$method: $parameter was published, $found is here\n";
            }
        }
        foreach (array_slice($given, count($wanted)) as $more) {
            str_contains($more, ' = ') or print("$name::$method: $more has no default\n");
        }
    }
}
foreach (['maxMessageSize' => 16777216, 'maxQueuedBytes' => 16777216, 'maxConnections' => 10000, 'handshakeTimeoutMs' => 10000, 'idleTimeoutMs' => 120000, 'pingIntervalMs' => 0, 'pongTimeoutMs' => 10000] as $option => $default) {
    $place = array_search($option, array_map(fn ($parameter) => $parameter->name, (new \ReflectionMethod(ServerOptions::class, '__construct'))->getParameters()), true);
    if ((new ServerOptions())->$option !== $default || $place !== array_search($option, ['maxMessageSize', 'maxQueuedBytes', 'maxConnections', 'handshakeTimeoutMs', 'idleTimeoutMs', 'pingIntervalMs', 'pongTimeoutMs'], true)) {
        echo "ServerOptions: $option\n";
    }
}
$constants = ['OPCODE_CONTINUATION' => 0, 'OPCODE_TEXT' => 1, 'OPCODE_BINARY' => 2, 'OPCODE_CLOSE' => 8, 'OPCODE_PING' => 9, 'OPCODE_PONG' => 10,
    'FLAG_FIN' => 1, 'FLAG_COMPRESS' => 2, 'FLAG_RSV1' => 4, 'FLAG_RSV2' => 8, 'FLAG_RSV3' => 16, 'FLAG_MASK' => 32,
    'CLOSE_NORMAL' => 1000, 'CLOSE_GOING_AWAY' => 1001, 'CLOSE_PROTOCOL_ERROR' => 1002, 'CLOSE_UNSUPPORTED_DATA' => 1003, 'CLOSE_NO_STATUS' => 1005, 'CLOSE_ABNORMAL' => 1006,
    'CLOSE_INVALID_PAYLOAD' => 1007, 'CLOSE_POLICY_VIOLATION' => 1008, 'CLOSE_MESSAGE_TOO_BIG' => 1009, 'CLOSE_EXTENSION_MISSING' => 1010, 'CLOSE_SERVER_ERROR' => 1011, 'CLOSE_TLS' => 1015];
foreach ($constants as $name => $value) {
    defined("WebSocket\\Protocol::$name") && constant("WebSocket\\Protocol::$name") === $value or print("Protocol::$name\n");
}
echo implode(' ', array_map(fn ($case) => $case->name, MessageType::cases())), ' ', (new \ReflectionEnum(MessageType::class))->isBacked() ? 'backed' : 'pure', "\n";
$properties = ['Request' => ['method', 'target', 'headers'], 'HandshakeResponse' => ['status', 'headers', 'body'], 'HandshakeException' => ['response'], 'Connection' => ['id', 'remoteAddress', 'subprotocol'],
    'Frame' => ['type', 'opcode', 'flags', 'payload', 'final', 'bytesConsumed'], 'CloseFrame' => ['code', 'reason', 'flags', 'bytesConsumed']];
foreach ($properties as $name => $names) {
    foreach ($names as $property) {
        $reflection = new \ReflectionProperty("WebSocket\\$name", $property);
        $reflection->isReadOnly() && $reflection->isPublic() or print("$name::\$$property\n");
    }
    (new \ReflectionClass("WebSocket\\$name"))->isFinal() or print("$name is not final\n");
}
echo is_subclass_of(HandshakeException::class, \Exception::class) ? 'HandshakeException is an Exception' : 'it is none', "\n";
echo "as published\n";
?>
--EXPECT--
Continuation Text Binary Ping Pong Close pure
HandshakeException is an Exception
as published
