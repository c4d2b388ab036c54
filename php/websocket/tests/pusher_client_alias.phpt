--TEST--
PusherClient: its former name WebSocket\Link is an alias
--EXTENSIONS--
websocket
--FILE--
<?php
$client = new WebSocket\Link('http://127.0.0.1:1', 'app-key');
var_dump($client instanceof WebSocket\Link, $client instanceof WebSocket\PusherClient, get_class($client));

function by_old_name(WebSocket\Link $client): ?WebSocket\Link
{
    return $client;
}
function by_new_name(WebSocket\PusherClient $client): string
{
    return $client::class;
}
$holder = new class { public ?WebSocket\Link $client = null; };
$holder->client = by_old_name(new WebSocket\PusherClient('http://127.0.0.1:1', 'app-key'));
var_dump(by_new_name($client), by_new_name($holder->client));

$class = new ReflectionClass('WebSocket\Link');
var_dump($class->getName(), $class->isFinal(), is_a($client, 'WebSocket\Link'), class_exists('websocket\link', false));

try {
    new WebSocket\Link('ws://127.0.0.1', 'app-key');
} catch (ValueError $error) {
    echo $error->getMessage(), "\n";
}
eval('class Extended extends WebSocket\Link {}');
?>
--EXPECTF--
bool(true)
bool(true)
string(22) "WebSocket\PusherClient"
string(22) "WebSocket\PusherClient"
string(22) "WebSocket\PusherClient"
string(22) "WebSocket\PusherClient"
bool(true)
bool(true)
bool(true)
WebSocket\PusherClient::__construct(): Argument #1 ($url) must be http:// or https:// with host and port alone, "ws://127.0.0.1" given

Fatal error: Class Extended %s final class %s in %s on line %d
