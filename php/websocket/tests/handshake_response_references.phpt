--TEST--
Responses: headers cannot be changed through references behind the check
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
use WebSocket\{HandshakeException, HandshakeResponse, Response};
$value = 'fine';
$list = ['one', &$value];
$response = new Response(200, ['X-Value' => &$value, 'X-List' => &$list]);
$value = 17;
$list = "a\r\nb";
var_dump($response->headers);
$server = serve(function (WebSocket\Server $server) use ($response): void {
    $server->onRequest(fn () => $response);
    $server->onHandshake(function () {
        $value = 'fine';
        $refusal = new HandshakeResponse(403, ['X-Value' => &$value, 'X-List' => [&$value]]);
        $value = ["a\r\nb"];
        throw new HandshakeException($refusal);
    });
});
$client = RawClient::connect($server->address);
echo $client->request('GET', '/'), ' ', $client->header('X-Value'), ' ', $client->header('X-List'), "\n";
echo $client->upgrade(), ' ', $client->header('X-Value'), ' ', $client->header('X-List'), "\n";
$server->stop();
?>
--EXPECT--
array(2) {
  ["X-Value"]=>
  string(4) "fine"
  ["X-List"]=>
  array(2) {
    [0]=>
    string(3) "one"
    [1]=>
    string(4) "fine"
  }
}
200 OK fine one
403 Forbidden fine fine
server: run() has returned
exit status 0
