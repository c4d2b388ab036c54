--TEST--
Server: plain requests that are too long, or of no known length, are refused
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server): void {
    $server->onRequest(fn (WebSocket\Request $request) => 'body of ' . strlen($request->body));
}, ['maxRequestBodySize' => 1000]);
$ask = function (array $headers, string $body = '') use (&$server): string {
    $client = RawClient::connect($server->address);
    return $client->request('POST', '/', $headers, $body) . ', ' . $client->send(PING)->next();
};
echo 'at the limit: ', $ask(['Content-Length' => '1000'], str_repeat('x', 1000) . "GET / HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n"), "\n";
echo 'above it: ', $ask(['Content-Length' => '1001']), "\n";
echo 'far above it: ', $ask(['Content-Length' => str_repeat('9', 30)]), "\n";
echo 'no number: ', $ask(['Content-Length' => '-1']), "\n";
echo 'two lengths: ', $ask(['Content-Length' => ['1', '2']], 'ab'), "\n";
echo 'chunked: ', $ask(['Transfer-Encoding' => 'chunked'], "0\r\n\r\n"), "\n";
echo 'both: ', $ask(['Transfer-Encoding' => 'chunked', 'Content-Length' => '5'], "0\r\n\r\n"), "\n";
$client = RawClient::connect($server->address);
$client->write("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
echo $client->response(), "\n";
$client->write('hello');
echo $client->response(), "\n";
$client->write("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
echo $client->response(), "\n";
$client->write('two');
echo $client->response(), "\n";
$client = RawClient::connect($server->address);
$client->write("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 5000\r\nExpect: 100-continue\r\n\r\n");
echo $client->response(), "\n";
$server->stop();
$server = serve(fn ($server) => $server->onRequest(fn ($request) => 'body of ' . strlen($request->body)), ['maxRequestBodySize' => 0]);
echo 'none at all: ', $ask(['Content-Length' => '1'], 'x'), "\n";
echo 'none: ', RawClient::connect($server->address)->request('GET', '/'), "\n";
$server->stop();
?>
--EXPECT--
at the limit: 200 OK: body of 1000, end
above it: 413 Content Too Large: A body has at most 1000 bytes here., end
far above it: 413 Content Too Large: A body has at most 1000 bytes here., end
no number: 400 Bad Request: malformed request: Content-Length is not a number, end
two lengths: 400 Bad Request: malformed request: Content-Length is given twice, end
chunked: 411 Length Required: A body needs a Content-Length here., end
both: 400 Bad Request: malformed request: both Content-Length and Transfer-Encoding are given, end
100 Continue
200 OK: body of 5
100 Continue
200 OK: body of 3
413 Content Too Large: A body has at most 1000 bytes here.
server: run() has returned
exit status 0
none at all: 413 Content Too Large: A body has at most 0 bytes here., end
none: 200 OK: body of 0
server: run() has returned
exit status 0
