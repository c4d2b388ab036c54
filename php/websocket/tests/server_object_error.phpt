--TEST--
Server and the rest: not to be cloned, serialized, extended or made without a constructor
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = new WebSocket\Server();
attempt(fn () => clone $server);
attempt(fn () => serialize($server));
attempt(fn () => unserialize('O:16:"WebSocket\Server":0:{}'));
attempt(function () use ($server) { $server->other = 1; });
foreach (['Server', 'Connection', 'Timer', 'Request', 'HandshakeResponse', 'HandshakeException', 'Response', 'ServerOptions', 'CompressionOptions', 'TlsOptions'] as $name) {
    $class = new ReflectionClass("WebSocket\\$name");
    echo $name, $class->isFinal() ? ' final' : '', "\n";
    try {
        $made = $class->newInstanceWithoutConstructor();
        // What was never constructed is harmless.
        foreach ($class->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
            if (!$method->isStatic() && !$method->isConstructor() && $method->getNumberOfRequiredParameters() === 0 && $method->getDeclaringClass()->name === $class->name) {
                try {
                    $method->invoke($made);
                } catch (Throwable $thrown) {
                    echo '  ', $method->name, ': ', get_class($thrown), ': ', $thrown->getMessage(), "\n";
                }
            }
        }
        if ($made instanceof WebSocket\Request) {
            var_dump($made->header('x'), $made->cookie('x'));
        }
        if ($made instanceof WebSocket\ServerOptions) {
            $server = new WebSocket\Server($made);
            attempt(fn () => $server->listen('127.0.0.1'));
            attempt(fn () => $server->run());
            attempt(fn () => $server->reloadTls());
            attempt(fn () => $server->poll());
        }
    } catch (ReflectionException $exception) {
        echo '  ', substr($exception->getMessage(), -70), "\n";
    }
}
?>
--EXPECT--
Error: Trying to clone an uncloneable object of class WebSocket\Server
Exception: Serialization of 'WebSocket\Server' is not allowed
Exception: Unserialization of 'WebSocket\Server' is not allowed
Error: Cannot create dynamic property WebSocket\Server::$other
Server final
   as final that cannot be instantiated without invoking its constructor
Connection final
   as final that cannot be instantiated without invoking its constructor
Timer final
   as final that cannot be instantiated without invoking its constructor
Request final
NULL
NULL
HandshakeResponse final
HandshakeException final
   as final that cannot be instantiated without invoking its constructor
Response final
ServerOptions final
Error: WebSocket\Server was not constructed
Error: WebSocket\Server was not constructed
Error: WebSocket\Server was not constructed
Error: WebSocket\Server was not constructed
CompressionOptions final
TlsOptions final
