--TEST--
Two sockets of one relative name are two servers
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\Redis;
$servers = [new Server, new Server];
$clients = [];
foreach ($servers as $number => $server) {
    $server->client(false)->set('key', "of server $number");
    chdir($server->folder);
    $clients[$number] = new Redis;
    $clients[$number]->pconnect('unix://redis.sock', -1, 0, "client$number");
    until(fn () => $clients[$number]->get('key') && $clients[$number]->isTracked('key'));
    var_dump($clients[$number]->get('key'), $clients[$number]->isTracked('key'));
}
var_dump($clients[0]->get('key'));
chdir('/');
?>
--EXPECT--
string(11) "of server 0"
bool(true)
string(11) "of server 1"
bool(true)
string(11) "of server 0"
