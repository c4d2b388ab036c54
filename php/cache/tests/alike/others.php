<?php
return [
    ['isConnected'], ['getHost'], ['getPort'], ['getTimeout'], ['getReadTimeout'], ['getPersistentID'], ['getAuth'], ['getMode'], ['watch', 'a', 'b'], ['unwatch'], ['watch', ['a']], ['@multi'], ['set', 'a', 1], ['get', 'a'], ['getMode'], ['@exec'], ['getMode'], ['@exec'], ['@discard'], ['@multi'], ['set', 'a', 2], ['@discard'], ['get', 'a'],
    ['@pipeline'], ['get', 'a'], ['getMode'], ['@exec'], ['@pipeline'], ['@exec'], ['@multi', 2], ['set', 'p', [1]], ['get', 'p'], ['hGetAll', 'nothing'], ['@exec'], ['@pipeline'], ['@multi'], ['set', 'q', 'x'], ['get', 'q'], ['@exec'], ['get', 'q'], ['@exec'],
    ['rPush', 'l', 3, 1, 2], ['sort', 'l'], ['sort', 'l', ['limit' => [0, 1], 'sort' => 'desc']], ['@sortAsc', 'l'], ['@sortDesc', 'l'], ['pttl', 'nothing'], ['pttl', 'a'], ['role'], ['wait', 0, 10], ['clearLastError'],
    ['_pack', 'text'], ['_pack', [1, 'a' => null]], ['_serialize', 'text'], ['_unserialize', 'x'], ['_unpack', 'x'], ['_compress', 'text'], ['_uncompress', ''], ['_prefix', ''], ['getOption', 99], ['getOption', 4], ['setOption', 4, 1], ['getOption', 4],
    ['rawCommand', 'SET', 'n', 5], ['incr', 'n'], ['rawCommand', 'HSET', 'h', 'f', 'v'], ['rawCommand', 'HGETALL', 'h'], ['rawCommand', 'CONFIG', 'GET', 'nothing'], ['object', 'nothing', 'x'], ['config', 'GET', 'databases'], ['config', 'SET', 'nothing', 'x'], ['getLastError'],
    ['client', 'getname'], ['client', 'setname', 'me'], ['client', 'getname'], ['client', 'kill', '1.2.3.4:5'], ['select', 3], ['getDBNum'], ['select', 0], ['flushAll'], ['get', 'a', 'b'], ['set'], ['mget', 'x'],
];
