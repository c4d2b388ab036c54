<?php
return [
    ['@exec'], ['@discard'], ['watch', 'b'], ['unwatch'], ['watch', 'a'], ['@multi'], ['getMode'], ['set', 'a', 1], ['get', 'a'], ['set', 'b', [2]], ['get', 'b'], ['mset', ['a' => 3, 'b' => 4]], ['mget', ['a', 'b', 'c']], ['del', 'a', 'b'], ['hGetAll', 'none'], ['incr', 'n'], ['@exec'], ['getMode'], ['@exec'],
    ['@multi'], ['@multi'], ['@watch', 'a'], ['set', 'a', 2], ['@discard'], ['get', 'a'], ['@multi', 2], ['@discard'], 
    ['@multi'], ['lPush', 'n', 1], ['get', 'n'], ['@exec'], ['getLastError'], ['clearLastError'], ['@multi'], ['eval', 'x y'], ['set', 'n', 5], ['@exec'], ['get', 'n'], ['@multi'], ['@exec'], ['@multi'], ['@discard'],
    ['@multi'], ['rename', 'a', 'nowhere'], ['sInter', 'none', 'other'], ['zRange', 'z', 0, -1, true], ['msetnx', ['x1' => 1, 'x2' => 2]], ['exists', 'x1', 'x2'], ['unlink', 'x1', 'x2'], ['touch', 'x1', 'x2'], ['@exec'],
];
