--TEST--
Request: all of it is readable in every handler, and from its connection
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    $words = fn (WebSocket\Request $request) => json_encode([
        $request->method, $request->target, $request->path, $request->query, $request->headers, $request->body,
        $request->header('x-one'), $request->header('X-ONE'), $request->header('none'),
        $request->cookie('a'), $request->cookie('b'), $request->cookie('c'), $request->cookie('A'), $request->cookie('none'),
    ], JSON_UNESCAPED_SLASHES);
    $kept = new ArrayObject();
    $server->onHandshake(function ($request) use ($words, $say, $kept) {
        $kept[0] = $words($request);
        $say($kept[0]);
        $say($request->headers['123'] . ' ' . $request->header('123'));
        $say(preg_match('/^127\.0\.0\.1:\d+$/', $request->remoteAddress) ? 'remoteAddress is one' : $request->remoteAddress);
    });
    $server->onOpen(fn ($connection) => $say($connection->remoteAddress === $connection->request->remoteAddress && $words($connection->request) === $kept[0] ? 'the same in onOpen' : 'different'));
    $server->onMessage(fn ($connection) => $say($connection->request === $connection->request ? 'one object' : 'several objects'));
    $server->onClose(fn ($connection) => $say($words($connection->request) === $kept[0] ? 'the same in onClose' : 'different'));
});
$client = RawClient::open($server->address, ['X-One' => ['1', 'two'], '123' => 'number', 'Cookie' => ['a=1; b=%C3%A9+;  c=', 'd=x'], 'X-Empty' => ''], '/path/%41?query=1&x=?y');
$server->show(4);
$client->text('x');
$server->show();
$client->close()->rest();
$server->show();
$server->stop();
?>
--EXPECT--
server: ["GET","/path/%41?query=1&x=?y","/path/%41","query=1&x=?y",{"x-one":"1, two","123":"number","cookie":"a=1; b=%C3%A9+;  c=; d=x","x-empty":"","host":"test","upgrade":"websocket","connection":"Upgrade","sec-websocket-key":"dGhlIHNhbXBsZSBub25jZQ==","sec-websocket-version":"13"},"","1, two","1, two",null,"1","\u00e9+","",null,null]
server: number number
server: remoteAddress is one
server: the same in onOpen
server: one object
server: the same in onClose
server: run() has returned
exit status 0
