<?php
return [
    ['hSet', 'h', 'a', 1], ['hSet', 'h', 'a', 'two'], ['hSetNx', 'h', 'a', 3], ['hSetNx', 'h', 'b', [4]], ['hGet', 'h', 'a'], ['hGet', 'h', 'nothing'], ['hGet', 'nothing', 'a'], ['hGetAll', 'h'], ['hGetAll', 'nothing'], ['hKeys', 'h'], ['hVals', 'h'], ['hLen', 'h'],
    ['hMSet', 'h', ['c' => 'see', 'd' => null, 5 => 'five', 'e' => 1.5]], ['hMGet', 'h', ['a', 'c', 5, 'nothing']], ['hMGet', 'nothing', ['a']], ['hExists', 'h', 'a'], ['hExists', 'h', 'nothing'], ['hDel', 'h', 'a', 'nothing'], ['hStrLen', 'h', 'nothing'],
    ['hIncrBy', 'n', 'i', 5], ['hIncrBy', 'n', 'i', -2], ['hIncrByFloat', 'n', 'f', 0.25], ['hIncrByFloat', 'n', 'f', 1], ['hGetAll', 'n'], ['hIncrBy', 'h', 'c', 1], ['set', 's', 'x'], ['hGet', 's', 'a'], ['hGetAll', 's'], ['hKeys', 's'], ['hMGet', 's', ['a']], ['hSet', 's', 'a', 1],
    ['hLen', 's'], ['hGetAll', 'h'], ['hVals', 'h'], ['hDel', 'h', 'b', 'c'], ['hLen', 'h'],
];
