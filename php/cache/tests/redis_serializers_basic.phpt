--TEST--
Values of any kind come back as they were stored
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; needs_extensions('igbinary', 'msgpack'); ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
with_extensions('igbinary', 'msgpack');
$redis = redis_client();
$object = new ArrayObject([1, 2]);
$values = ['text', '', 12, -1.5, true, false, null, [1, 'two' => [3]], "\0\1\xff"];
foreach (['PHP', 'IGBINARY', 'MSGPACK', 'JSON'] as $name) {
    $number = constant("Baton\\Redis::SERIALIZER_$name");
    show($name, $redis->setOption(Baton\Redis::OPT_SERIALIZER, $number), $redis->getOption(Baton\Redis::OPT_SERIALIZER));
    foreach ($values as $index => $value) {
        if ($name === 'JSON' && $index === 8) {
            continue;
        }
        $redis->set('value', $value);
        $redis->rPush("list$name", $value);
        if ($redis->get('value') !== $value || $redis->_unpack($redis->_pack($value)) !== $value || $redis->_unserialize($redis->_serialize($value)) !== $value) {
            show('not the same', $value, $redis->get('value'));
        }
    }
    show(count($redis->lrange("list$name", 0, -1)), $redis->sAdd("set$name", [1], [2]), $redis->sismember("set$name", [2]), $redis->zAdd("zset$name", 1, ['m']), $redis->zScore("zset$name", ['m']));
    $redis->hMset("hash$name", ['a' => [1], 'b' => null]);
    show($redis->hGetAll("hash$name"), $redis->hMget("hash$name", ['a', 'c']), $redis->mget(['value', 'nothing']), $redis->hVals("hash$name"));
}
$redis->setOption(Baton\Redis::OPT_SERIALIZER, Baton\Redis::SERIALIZER_PHP);
$redis->set('object', $object);
show($redis->get('object') == $object, $redis->rawcommand('GET', 'value'));
$redis->rawcommand('SET', 'plain', 'not serialised');
show($redis->get('plain'));
thrown(fn () => $redis->_unserialize('not serialised'));
thrown(fn () => $redis->set('closure', fn () => 1));
show($redis->exists('closure'));
echo "without one\n";
$redis->setOption(Baton\Redis::OPT_SERIALIZER, Baton\Redis::SERIALIZER_NONE);
show($redis->set('a', [1]), $redis->get('a'), $redis->set('a', new stdClass()), $redis->get('a'), $redis->set('a', 1.0), $redis->get('a'), $redis->set('a', null), $redis->get('a'), $redis->set('a', true), $redis->get('a'), $redis->_unserialize('x'));
echo "numbers as they are\n";
$redis->setOption(Baton\Redis::OPT_SERIALIZER, Baton\Redis::SERIALIZER_IGBINARY);
show($redis->setOption(Baton\Redis::OPT_PACK_IGNORE_NUMBERS, true), $redis->getOption(Baton\Redis::OPT_PACK_IGNORE_NUMBERS), $redis->set('n', 32), $redis->incrBy('n', 10), $redis->get('n'), $redis->set('n', '7'), $redis->get('n'), $redis->set('n', 1.25), $redis->get('n'), $redis->setOption(Baton\Redis::OPT_SERIALIZER, 5));
?>
--EXPECT--
"PHP"
true
1
9
2
true
1
1.0
{"a":[1],"b":null}
{"a":[1],"c":false}

[[1],null]
"IGBINARY"
true
2
9
2
true
1
1.0
{"a":[1],"b":null}
{"a":[1],"c":false}

[[1],null]
"MSGPACK"
true
3
9
2
true
1
1.0
{"a":[1],"b":null}
{"a":[1],"c":false}

[[1],null]
"JSON"
true
4
8
2
true
1
1.0
{"a":[1],"b":null}
{"a":[1],"c":false}
[{"0":1,"two":[3]},false]
[[1],null]
true
"{\"0\":1,\"two\":[3]}"
"not serialised"
Baton\RedisException: Invalid serialized data, or unserialization error
Exception: Serialization of 'Closure' is not allowed
0
without one
true
"Array"
true
"Object"
true
"1"
true
""
true
"1"
"x"
numbers as they are
true
1
true
42
42
true
"7"
true
1.25
false
