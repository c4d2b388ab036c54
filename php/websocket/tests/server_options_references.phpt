--TEST--
ServerOptions: lists cannot be changed through references behind the check
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$origin = 'https://example.org';
$path = '/chat';
$options = new WebSocket\ServerOptions(allowedOrigins: [&$origin], paths: [&$path]);
$origin = 17;
$path = [];
var_dump($options->allowedOrigins, $options->paths);
$server = serve_echo($options);
echo RawClient::connect($server->address)->upgrade(['Origin' => 'https://example.org'], '/chat'), "\n";
$server->stop();
?>
--EXPECT--
array(1) {
  [0]=>
  string(19) "https://example.org"
}
array(1) {
  [0]=>
  string(5) "/chat"
}
101 Switching Protocols
server: run() has returned
exit status 0
