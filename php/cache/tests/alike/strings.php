<?php
return [
    ['set', 'a', 'one'], ['get', 'a'], ['get', 'nothing'], ['set', 'a', 'two', ['nx']], ['set', 'a', 'two', ['xx', 'ex' => 100]], ['ttl', 'a'],
    ['set', 'a', 'three', ['keepttl']], ['set', 'b', 12, 50], ['set', 'b', 1.5], ['get', 'b'], ['set', 'b', true], ['get', 'b'], ['set', 'b', null], ['get', 'b'],
    ['set', 'c', [1, 'x' => [2]]], ['get', 'c'], ['set', 'c', '', ['px' => 100000]], ['get', 'c'], ['setex', 'd', 100, 'v'], ['psetex', 'd', 100000, 'w'], ['setnx', 'd', 1],
    ['setnx', 'e', 'new'], ['getSet', 'e', 'newer'], ['getSet', 'f', 'x'], ['append', 'raw', 'abc'], ['append', 'raw', 'def'], ['strlen', 'raw'], ['getRange', 'raw', 1, 3], ['getRange', 'raw', -2, -1],
    ['setRange', 'raw', 1, 'XY'], ['incr', 'n'], ['incr', 'n', 5], ['incrBy', 'n', 2], ['decr', 'n'], ['decr', 'n', 3], ['decrBy', 'n', 1], ['incrByFloat', 'fl', 0.1], ['incrByFloat', 'fl', 1.25],
    ['incr', 'raw'], ['mset', ['x' => 'one', 'y' => [2], '7' => 3]], ['mget', ['x', 'y', '7', 'nothing']], ['msetnx', ['x' => 1, 'z' => 2]], ['msetnx', ['v' => 1, 'w' => 2]],
    ['setBit', 'bits', 7, true], ['setBit', 'bits', 7, false], ['setBit', 'bits', 3, 1], ['getBit', 'bits', 3], ['bitCount', 'bits'], ['bitCount', 'bits', 0, 0], ['bitpos', 'bits', 1], ['bitpos', 'bits', 0, 0, -1],
    ['bitOp', 'NOT', 'flipped', 'bits'], ['bitOp', 'and', 'both', 'bits', 'flipped'], ['set', 'bad', 1, ['EX' => 0]], ['set', 'bad', 1, -1], ['lPush', 'a', 1], ['getLastError'], ['clearLastError'], ['getLastError'],
    ['set', 'long', str_repeat('long text ', 2000)], ['get', 'long'], ['set', "\0\1", "\0\xff\r\n"], ['get', "\0\1"],
];
