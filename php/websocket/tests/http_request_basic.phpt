--TEST--
Server: plain requests on the same port, kept alive, with bodies
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server): void {
    $server->onMessage(fn ($connection, $payload) => $connection->send($payload));
    $server->onRequest(fn (WebSocket\Request $request) => match ($request->path) {
        '/text' => 'some text',
        '/null' => null,
        '/response' => new WebSocket\Response(201, ['Location' => '/new', 'X-Two' => ['a', 'b']], 'made'),
        '/refusal' => new WebSocket\HandshakeResponse(body: 'no'),
        '/204' => new WebSocket\Response(204),
        '/304' => new WebSocket\Response(304),
        '/echo' => "$request->method $request->target [$request->query] " . strlen($request->body) . " " . md5($request->body),
        '/length' => new WebSocket\Response(200, ['Content-Length' => '4', 'Connection' => 'nonsense'], 'four'),
        '/teapot' => new WebSocket\Response(418),
    });
});
$client = RawClient::connect($server->address);
foreach (['/text', '/null', '/response', '/refusal', '/204', '/304', '/echo?a=b', '/length', '/teapot'] as $target) {
    echo $target, ' -> ', $client->request('GET', $target), ' [', implode('|', array_slice(explode("\r\n", $client->head), 1)), "]\n";
}
echo $client->request('HEAD', '/text'), ' Content-Length ', $client->header('Content-Length'), "\n";
$body = random_bytes(100_000);
echo $client->request('POST', '/echo', ['Content-Length' => '100000'], $body) === '200 OK: POST /echo [] 100000 ' . md5($body) ? 'body came' : 'body is wrong', "\n";
// Several at once, then an upgrade on the same connection, with a message behind it.
$client->write(str_repeat("GET /text HTTP/1.1\r\nHost: test\r\n\r\n", 3));
echo $client->response(), ', ', $client->response(), ', ', $client->response(), "\n";
echo $client->upgrade(), ' ', $client->text('hello')->next(), "\n";
$client = RawClient::connect($server->address);
echo $client->request('GET', '/text', ['Connection' => 'close']), ', ', $client->next(), "\n";
$client = RawClient::connect($server->address);
$client->write("GET /text HTTP/1.0\r\n\r\n");
echo $client->response(), ', ', $client->next(), "\n";
$server->stop();
?>
--EXPECT--
/text -> 200 OK: some text [Connection: keep-alive|Content-Length: 9]
/null -> 404 Not Found: Not Found [Connection: keep-alive|Content-Length: 10]
/response -> 201 Created: made [Connection: keep-alive|Location: /new|X-Two: a|X-Two: b|Content-Length: 4]
/refusal -> 403 Forbidden: no [Connection: keep-alive|Content-Length: 2]
/204 -> 204 No Content [Connection: keep-alive]
/304 -> 304 Not Modified [Connection: keep-alive]
/echo?a=b -> 200 OK: GET /echo?a=b [a=b] 0 d41d8cd98f00b204e9800998ecf8427e [Connection: keep-alive|Content-Length: 54]
/length -> 200 OK: four [Connection: keep-alive|Content-Length: 4]
/teapot -> 418 Status [Connection: keep-alive|Content-Length: 0]
200 OK Content-Length 9
body came
200 OK: some text, 200 OK: some text, 200 OK: some text
101 Switching Protocols text: hello
200 OK: some text, end
200 OK: some text, end
server: run() has returned
exit status 0
