--TEST--
Server: handle() runs a Fiber for each connection, with receive() and foreach
--EXTENSIONS--
websocket
pcntl
--FILE--
<?php
require __DIR__ . '/server/server_process.inc';
$server = serve(function (WebSocket\Server $server, Closure $say): void {
    say_closes($server, $say);
    $server->handle(function (WebSocket\Connection $connection) use ($say): void {
        if ($connection->request->path === '/foreach') {
            foreach ($connection as $type => $message) {
                $connection->send("$type->name: $message");
            }
            $say('loop is over ' . json_encode($connection->isOpen()));
            return;
        }
        $connection->send('name?');
        $name = $connection->receive();
        $connection->send('age?');
        $age = $connection->receive(null, $type);
        $connection->send("$name is $age ($type->name)");
    });
});
$one = RawClient::open($server->address);
$two = RawClient::open($server->address);
echo $one->next(), ' ', $two->next(), "\n";
echo $two->text('Bo')->next(), ' ', $one->text('Ann')->next(), "\n";
echo $one->binary('7')->rest(), "\n", $two->text('8')->close()->rest(), "\n";
$server->show(2);
$loop = RawClient::open($server->address, target: '/foreach');
$loop->text('a')->binary('b')->send(TEXT, 'c', false)->send(CONTINUATION, 'd');
echo $loop->next(), ', ', $loop->next(), ', ', $loop->next(), "\n";
echo $loop->close(4000)->rest(), "\n";
$server->show(2);
$server->stop();
?>
--EXPECT--
text: name? text: name?
text: age? text: age?
text: Ann is 7 (Binary), close: 1000, end
text: Bo is 8 (Text), close: 1000, end
server: closed: 1006 No close frame came. (not clean)
server: closed: 1000 (clean)
text: Text: a, text: Binary: b, text: Text: cd
close: 4000, end
server: closed: 4000 (clean)
server: loop is over false
server: run() has returned
exit status 0
