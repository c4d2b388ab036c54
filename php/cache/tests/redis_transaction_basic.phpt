--TEST--
Transactions
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
show($redis->multi(), $redis->getMode(), $redis->set('a', 1), $redis->incr('a'), $redis->get('a'), $redis->hMget('h', ['x']), $redis->lPush('a', 1), $redis->exec(), $redis->getMode(), $redis->getLastError());
show($redis->multi()->set('a', 5)->discard(), $redis->get('a'), $redis->getMode(), $redis->exec(), $redis->discard());
echo "a watched key that changes\n";
$other = new Baton\Redis();
$other->connect($redis->getHost());
show($redis->watch('a', 'b'), $other->set('a', 9), $redis->multi()->set('a', 10)->exec(), $redis->get('a'), $redis->watch(['a']), $redis->unwatch(), $other->set('a', 11), $redis->multi()->get('a')->exec());
echo "what the server refuses\n";
show($redis->multi()->rawcommand('UNHEARD'), $redis->getLastError(), $redis->getMode(), $redis->exec(), $redis->getLastError());
show($redis->multi()->multi()->exec(), $redis->multi()->select(2)->exec(), $redis->getDBNum(), $redis->multi(7));
echo "one that nobody ends\n";
$redis->multi()->set('left', 1);
unset($redis);
show($other->exists('left'));
?>
--EXPECTF--
the object
1
the object
the object
the object
the object
the object
[true,2,"2",{"x":false},false]
0
"WRONGTYPE Operation against a key holding the wrong kind of value"
true
"2"
0
false
false
a watched key that changes
true
true
false
"9"
true
true
true
["11"]
what the server refuses
false
"ERR unknown command 'UNHEARD', with args beginning with: "
1
false
"EXECABORT Transaction discarded because of previous errors."

Warning: Baton\Redis::multi(): Unknown mode sent to Redis::multi in %s on line %d
[]
[true]
2
false
one that nobody ends
0
