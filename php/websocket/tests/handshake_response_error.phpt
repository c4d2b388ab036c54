--TEST--
HandshakeResponse and Response: what they refuse
--EXTENSIONS--
websocket
--FILE--
<?php
$cases = [
    [99], [600], [101], [-1], [PHP_INT_MAX],
    [200, ['No Token' => 'x']], [200, ['' => 'x']], [200, ["X\r\nY" => 'x']], [200, ['x']],
    [200, ['X' => "a\r\nb"]], [200, ['X' => "a\nb"]], [200, ['X' => "a\0b"]], [200, ['X' => 17]], [200, ['X' => null]],
    [200, ['X' => ['fine', "a\rb"]]], [200, ['X' => [['deep']]]],
    ['two hundred'], [200, 'headers'], [200, [], []],
];
foreach ([WebSocket\HandshakeResponse::class, WebSocket\Response::class] as $class) {
    foreach ($cases as $arguments) {
        try {
            new $class(...$arguments);
            echo "nothing thrown\n";
        } catch (Throwable $thrown) {
            echo get_class($thrown), ': ', addcslashes($thrown->getMessage(), "\0..\37"), "\n";
        }
    }
    $response = new $class(204);
    foreach (['status' => 200, 'headers' => [], 'body' => 'x', 'other' => 1] as $name => $value) {
        try {
            $response->$name = $value;
        } catch (Error $error) {
            echo $error->getMessage(), "\n";
        }
    }
    try {
        $response->__construct(200);
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
ValueError: WebSocket\HandshakeResponse::__construct(): Argument #1 ($status) must be between 100 and 599, and not 101, 99 given
ValueError: WebSocket\HandshakeResponse::__construct(): Argument #1 ($status) must be between 100 and 599, and not 101, 600 given
ValueError: WebSocket\HandshakeResponse::__construct(): Argument #1 ($status) must be between 100 and 599, and not 101, 101 given
ValueError: WebSocket\HandshakeResponse::__construct(): Argument #1 ($status) must be between 100 and 599, and not 101, -1 given
ValueError: WebSocket\HandshakeResponse::__construct(): Argument #1 ($status) must be between 100 and 599, and not 101, 9223372036854775807 given
ValueError: WebSocket\HandshakeResponse::__construct(): Argument #2 ($headers) must have names of header fields as keys, which "No Token" is not
ValueError: WebSocket\HandshakeResponse::__construct(): Argument #2 ($headers) must have names of header fields as keys, which "" is not
ValueError: WebSocket\HandshakeResponse::__construct(): Argument #2 ($headers) must have names of header fields as keys, which "X\r\nY" is not
ValueError: WebSocket\HandshakeResponse::__construct(): Argument #2 ($headers) must have names of header fields as keys, which "0" is not
ValueError: WebSocket\HandshakeResponse::__construct(): Argument #2 ($headers) must have strings without line ends as values, which X is not
ValueError: WebSocket\HandshakeResponse::__construct(): Argument #2 ($headers) must have strings without line ends as values, which X is not
ValueError: WebSocket\HandshakeResponse::__construct(): Argument #2 ($headers) must have strings without line ends as values, which X is not
ValueError: WebSocket\HandshakeResponse::__construct(): Argument #2 ($headers) must have strings without line ends as values, which X is not
ValueError: WebSocket\HandshakeResponse::__construct(): Argument #2 ($headers) must have strings without line ends as values, which X is not
ValueError: WebSocket\HandshakeResponse::__construct(): Argument #2 ($headers) must have strings without line ends as values, which X is not
ValueError: WebSocket\HandshakeResponse::__construct(): Argument #2 ($headers) must have strings without line ends as values, which X is not
TypeError: WebSocket\HandshakeResponse::__construct(): Argument #1 ($status) must be of type int, string given
TypeError: WebSocket\HandshakeResponse::__construct(): Argument #2 ($headers) must be of type array, string given
TypeError: WebSocket\HandshakeResponse::__construct(): Argument #3 ($body) must be of type string, array given
Cannot modify readonly property WebSocket\HandshakeResponse::$status
Cannot modify readonly property WebSocket\HandshakeResponse::$headers
Cannot modify readonly property WebSocket\HandshakeResponse::$body
Cannot create dynamic property WebSocket\HandshakeResponse::$other
WebSocket\HandshakeResponse is constructed already, and cannot be changed
ValueError: WebSocket\Response::__construct(): Argument #1 ($status) must be between 100 and 599, and not 101, 99 given
ValueError: WebSocket\Response::__construct(): Argument #1 ($status) must be between 100 and 599, and not 101, 600 given
ValueError: WebSocket\Response::__construct(): Argument #1 ($status) must be between 100 and 599, and not 101, 101 given
ValueError: WebSocket\Response::__construct(): Argument #1 ($status) must be between 100 and 599, and not 101, -1 given
ValueError: WebSocket\Response::__construct(): Argument #1 ($status) must be between 100 and 599, and not 101, 9223372036854775807 given
ValueError: WebSocket\Response::__construct(): Argument #2 ($headers) must have names of header fields as keys, which "No Token" is not
ValueError: WebSocket\Response::__construct(): Argument #2 ($headers) must have names of header fields as keys, which "" is not
ValueError: WebSocket\Response::__construct(): Argument #2 ($headers) must have names of header fields as keys, which "X\r\nY" is not
ValueError: WebSocket\Response::__construct(): Argument #2 ($headers) must have names of header fields as keys, which "0" is not
ValueError: WebSocket\Response::__construct(): Argument #2 ($headers) must have strings without line ends as values, which X is not
ValueError: WebSocket\Response::__construct(): Argument #2 ($headers) must have strings without line ends as values, which X is not
ValueError: WebSocket\Response::__construct(): Argument #2 ($headers) must have strings without line ends as values, which X is not
ValueError: WebSocket\Response::__construct(): Argument #2 ($headers) must have strings without line ends as values, which X is not
ValueError: WebSocket\Response::__construct(): Argument #2 ($headers) must have strings without line ends as values, which X is not
ValueError: WebSocket\Response::__construct(): Argument #2 ($headers) must have strings without line ends as values, which X is not
ValueError: WebSocket\Response::__construct(): Argument #2 ($headers) must have strings without line ends as values, which X is not
TypeError: WebSocket\Response::__construct(): Argument #1 ($status) must be of type int, string given
TypeError: WebSocket\Response::__construct(): Argument #2 ($headers) must be of type array, string given
TypeError: WebSocket\Response::__construct(): Argument #3 ($body) must be of type string, array given
Cannot modify readonly property WebSocket\Response::$status
Cannot modify readonly property WebSocket\Response::$headers
Cannot modify readonly property WebSocket\Response::$body
Cannot create dynamic property WebSocket\Response::$other
WebSocket\Response is constructed already, and cannot be changed
