--TEST--
HandshakeException: carries its response, 403 if none is given
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\{HandshakeException, HandshakeResponse};
$exception = new HandshakeException();
var_dump($exception instanceof Exception, $exception->getMessage(), $exception->getCode(), $exception->response->status, $exception->response->headers, $exception->response->body);
$response = new HandshakeResponse(429, ['Retry-After' => '7'], 'later');
$exception = new HandshakeException($response);
var_dump($exception->response === $response);
try {
    $exception->response = new HandshakeResponse();
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
try {
    $exception->__construct();
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
try {
    new HandshakeException('403');
} catch (TypeError $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
bool(true)
string(28) "WebSocket handshake rejected"
int(0)
int(403)
array(0) {
}
string(0) ""
bool(true)
Cannot modify readonly property WebSocket\HandshakeException::$response
WebSocket\HandshakeException is constructed already, and cannot be changed
WebSocket\HandshakeException::__construct(): Argument #1 ($response) must be of type ?WebSocket\HandshakeResponse, string given
