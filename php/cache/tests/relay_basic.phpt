--TEST--
Relay's names: options before connect(), named parameters, raw reads from memory, its words in errors
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
require __DIR__ . '/alone.inc';
echo alone(['baton_cache.relay_aliases=1'], [__DIR__ . '/relay_basic.inc', redis_server()]);
?>
--EXPECT--
[] true {"a":1}
[4.5,"app:"]
bool(true)
string(6) "named:"
bool(true)
["other:",false]
["1",false,["1","2",false],["f","v"],"v",2,true,1,0] 0
["new",["f","new"],["new","2"]]
["piped",true,false,false]
bool(true)
string(0) ""
bool(true)
int(0)
string(6) "string"
string(6) "string"
Relay\Exception (Exception): WRONGTYPE Operation against a key holding the wrong kind of value (RELAY_ERR_REDIS)
Relay\Exception (Exception): ERR EXEC without MULTI (RELAY_ERR_REDIS)
Relay\Exception (Exception): ERR DISCARD without MULTI (RELAY_ERR_REDIS)
Relay\Exception (Exception): No such file or directory (socket.gone) (RELAY_ERR_IO)
Relay\Exception WRONGTYPE Operation against a key holding the wrong kind of value (RELAY_ERR_REDIS) 1
Relay\Exception 1
Relay\Exception (Exception): EXECABORT Transaction aborted because a watched key has changed. (RELAY_ERR_REDIS)
[0,0,null,null]
[1,3,5,5,true,"handled","licensed",true]
["hello",true]
[true,true,false]
Relay\Exception (Exception): ERR unknown command 'SENTINEL', with args beginning with: 'MASTERS'  (RELAY_ERR_REDIS)
["a","b"] Generator
