--TEST--
Examples: echo.php sends back what it gets, compressed where the client does
--EXTENSIONS--
websocket
zlib
--FILE--
<?php
require __DIR__ . '/server/example.inc';
$example = new Example('echo.php');
$client = RawClient::open($example->address);
echo $client->text('hello')->next(), "\n", $client->binary("\x00\x01")->next(), "\n";
$client = RawClient::deflating($example->address);
$client->send(TEXT, $client->compressed(TEXT, str_repeat('hello ', 30)), reserved: RSV1);
echo $client->next(), "\n";
$example->stop();
?>
--EXPECTF--
text: hello
binary: 0001
text (compressed): hello hello %s
exit status 0
