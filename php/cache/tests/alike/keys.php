<?php
return [
    ['set', 'a', 'x'], ['set', 'b', 'y'], ['exists', 'a'], ['exists', 'a', 'b', 'c'], ['exists', ['a', 'b']], ['touch', 'a', 'c'], ['type', 'a'], ['type', 'c'], ['dbSize'],
    ['rename', 'a', 'c'], ['rename', 'a', 'c'], ['renameNx', 'b', 'c'], ['renameNx', 'b', 'd'], ['expire', 'd', 100], ['expire', 'nothing', 1], ['ttl', 'd'], ['ttl', 'nothing'], ['persist', 'd'], ['persist', 'd'], ['ttl', 'd'],
    ['expireAt', 'd', 4000000000], ['pexpireAt', 'd', 4000000000000], ['pexpire', 'd', 100000], ['move', 'd', 1], ['move', 'nothing', 1], ['object', 'encoding', 'c'], ['object', 'refcount', 'c'], ['object', 'encoding', 'nothing'],
    ['dump', 'nothing'], ['keys', 'c*'], ['keys', '*nothing*'], ['del', 'c', 'nothing'], ['del', ['x', 'y']], ['unlink', 'c'], ['unlink', ['c']], ['sAdd', 'set', 1], ['type', 'set'], ['rPush', 'list', 3, 1, 2], ['type', 'list'],
    ['zAdd', 'zset', 1, 'a'], ['type', 'zset'], ['hSet', 'hash', 'a', 1], ['type', 'hash'], ['xAdd', 'stream', '1-1', ['a' => 1]], ['type', 'stream'], ['echo', 'text'], ['ping'], ['ping', 'text'], ['select', 1], ['select', 0], ['select', 999], ['swapdb', 0, 1], ['swapdb', 0, 1],
    ['rawCommand', 'SET', 'raw', 'v'], ['rawCommand', 'GET', 'raw'], ['rawCommand', 'LRANGE', 'raw', 0, 1], ['@rawCommand', 'NOTHING'], ['rawCommand', 'GET', 'nothing'],
    ['eval', 'return {1, "two", {3, false}, KEYS[1]}', ['k', 'v'], 1], ['eval', 'return redis.status_reply("x")'], ['eval', 'return false'], ['@eval', 'no script'], ['eval', 'return redis.error_reply("ERR x")'], ['evalSha', str_repeat('0', 40)],
    ['script', 'load', 'return 1'], ['script', 'exists', str_repeat('0', 40)], ['flushDB'], ['dbSize'], ['_prefix', 'key'], ['_serialize', [1, 'a']], ['_pack', ['a' => 1]], ['getMode'], ['getDBNum'], ['getOption', 1], ['getOption', 2], ['getOption', 7],
    ['getLastError'], ['slowlog', 'reset'], ['slowlog', 'len'], ['config', 'GET', 'maxmemory'], ['pubsub', 'numpat'], ['pubsub', 'channels'], ['pubsub', 'numsub', ['a', 'b']], ['publish', 'channel', 'message'],
];
