--TEST--
ClientOptions: defaults, names of arguments, and what is readable
--EXTENSIONS--
websocket
--FILE--
<?php
use WebSocket\{Client, ClientOptions};

var_dump(new ClientOptions());
$options = new ClientOptions(compression: true, caFile: '/x', reconnectAttempts: 3, headers: ['A' => 'b']);
var_dump($options->compression, $options->caFile, $options->reconnectAttempts, $options->headers);
echo get_debug_type(new Client('ws://localhost', $options)), "\n";
echo get_debug_type(new Client('ws://localhost', ['compression' => true, 'caFile' => null, 'subprotocols' => ['a', 'b']])), "\n";
$clone = clone $options;
var_dump($clone == $options);
?>
--EXPECT--
object(WebSocket\ClientOptions)#1 (12) {
  ["headers"]=>
  array(0) {
  }
  ["subprotocols"]=>
  array(0) {
  }
  ["connectTimeoutMs"]=>
  int(10000)
  ["maxMessageSize"]=>
  int(16777216)
  ["compression"]=>
  bool(false)
  ["pingIntervalMs"]=>
  int(0)
  ["pongTimeoutMs"]=>
  int(10000)
  ["closeTimeoutMs"]=>
  int(2000)
  ["reconnectAttempts"]=>
  int(0)
  ["reconnectDelayMs"]=>
  int(500)
  ["verifyPeer"]=>
  bool(true)
  ["caFile"]=>
  NULL
}
bool(true)
string(2) "/x"
int(3)
array(1) {
  ["A"]=>
  string(1) "b"
}
WebSocket\Client
WebSocket\Client
bool(true)
