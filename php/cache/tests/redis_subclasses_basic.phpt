--TEST--
Classes of a program that extend those of PhpRedis and Relay hand on more and fewer arguments, under strict types too
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
require __DIR__ . '/alone.inc';
foreach (['5.3.7' => 'phpredis', '6.3.0' => 'phpredis', 'relay' => 'relay'] as $version => $names) {
    $socket = redis_server();
    echo "-- $version\n";
    echo alone(["baton_cache.{$names}_aliases=1", ...($names === 'phpredis' ? ["baton_cache.phpredis_version=$version"] : [])], [__DIR__ . '/programs/subclasses.inc', $socket, $version]);
}
?>
--EXPECT--
-- 5.3.7
connect: true
connect with all: true
connect with more: ArgumentCountError: Redis::connect() expects at most 8 arguments, 9 given
connect with none: ArgumentCountError: Redis::connect() expects at least 1 argument, 0 given
connect of a text as port: TypeError: Redis::connect(): Argument #2 ($port) must be of type int, string given
set: [true,true,true,true,"v"]
set with more: ArgumentCountError: Redis::set() expects at most 3 arguments, 5 given
set with less: ArgumentCountError: Redis::set() expects at least 2 arguments, 1 given
xpending of 1: ArgumentCountError: Redis::xpending() expects at least 2 arguments, 1 given
xpending of 2: [0,false,false,[]]
xpending of 5: []
xpending of 6: []
xpending of 7: []
xpending of 8: ArgumentCountError: Redis::xpending() expects at most 7 arguments, 8 given
xpending of 5: TypeError: Redis::xpending(): Argument #5 ($i_count) must be of type int, string given
named: true
of an array: [true,"w",["w",false],true]
of an array with more: ArgumentCountError: Redis::set() expects at most 3 arguments, 5 given
of an array without a key: ArgumentCountError: RedisArray::del() expects at least 1 argument, 0 given
a cluster of nothing: ArgumentCountError: RedisCluster::__construct() expects at least 1 argument, 0 given
a cluster of a number: TypeError: RedisCluster::__construct(): Argument #2 ($seeds) must be of type ?array, int given
a cluster with more: ArgumentCountError: RedisCluster::__construct() expects at most 7 arguments, 8 given
-- 6.3.0
connect: true
connect with all: true
connect with more: ArgumentCountError: Redis::connect() expects at most 8 arguments, 9 given
connect with none: ArgumentCountError: Redis::connect() expects at least 1 argument, 0 given
connect of a text as port: TypeError: Redis::connect(): Argument #2 ($port) must be of type int, string given
set: [true,true,true,true,"v"]
set with more: ArgumentCountError: Redis::set() expects at most 3 arguments, 5 given
set with less: ArgumentCountError: Redis::set() expects at least 2 arguments, 1 given
xpending of 1: ArgumentCountError: Redis::xpending() expects at least 2 arguments, 1 given
xpending of 2: [0,false,false,[]]
xpending of 5: []
xpending of 6: []
xpending of 7: []
xpending of 8: ArgumentCountError: Redis::xpending() expects at most 7 arguments, 8 given
xpending of 5: TypeError: Redis::xpending(): Argument #5 ($count) must be of type int, string given
named: true
of an array: [true,"w",["w",false],true]
of an array with more: ArgumentCountError: Redis::set() expects at most 3 arguments, 5 given
of an array without a key: ArgumentCountError: RedisArray::del() expects at least 1 argument, 0 given
a cluster of nothing: ArgumentCountError: RedisCluster::__construct() expects at least 1 argument, 0 given
a cluster of a number: TypeError: RedisCluster::__construct(): Argument #2 ($seeds) must be of type ?array, int given
a cluster with more: ArgumentCountError: RedisCluster::__construct() expects at most 7 arguments, 8 given
-- relay
connect: true
connect with all: true
connect with more: ArgumentCountError: Relay\Relay::connect() expects at most 8 arguments, 9 given
connect with none: ArgumentCountError: Relay\Relay::connect() expects at least 1 argument, 0 given
connect of a text as port: TypeError: Relay\Relay::connect(): Argument #2 ($port) must be of type int, string given
set: [true,true,true,true,"v"]
set with more: ArgumentCountError: Relay\Relay::set() expects at most 3 arguments, 5 given
set with less: ArgumentCountError: Relay\Relay::set() expects at least 2 arguments, 1 given
xpending of 1: ArgumentCountError: Relay\Relay::xpending() expects at least 2 arguments, 1 given
xpending of 2: [0,false,false,[]]
xpending of 5: []
xpending of 6: []
xpending of 7: []
xpending of 8: ArgumentCountError: Relay\Relay::xpending() expects at most 7 arguments, 8 given
xpending of 5: TypeError: Relay\Relay::xpending(): Argument #5 ($count) must be of type int, string given
named: true