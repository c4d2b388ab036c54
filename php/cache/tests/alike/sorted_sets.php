<?php
return [
    ['zAdd', 'z', 1, 'a', 2.5, 'b', 3, 'c'], ['zAdd', 'z', 1, 'a'], ['zAdd', 'z', ['XX', 'CH'], 4, 'c'], ['zAdd', 'z', ['NX'], 9, 'c'], ['zAdd', 'z', ['INCR'], 2, 'a'], ['zCard', 'z'], ['zScore', 'z', 'b'], ['zScore', 'z', 'nothing'], ['zIncrBy', 'z', 1.5, 'b'], ['zRank', 'z', 'a'], ['zRank', 'z', 'nothing'], ['zRevRank', 'z', 'a'],
    ['zRange', 'z', 0, -1], ['zRange', 'z', 0, -1, true], ['zRange', 'nothing', 0, -1], ['zRevRange', 'z', 0, -1], ['zRevRange', 'z', 0, 0, true], ['zRangeByScore', 'z', '-inf', '+inf'], ['zRangeByScore', 'z', '(3', '+inf', ['withscores' => true]], ['zRangeByScore', 'z', 0, 10, ['limit' => [1, 1]]], ['zRevRangeByScore', 'z', '+inf', '-inf', ['withscores' => true, 'limit' => [0, 2]]],
    ['zCount', 'z', 0, 10], ['zCount', 'z', '(3', '+inf'], ['zRem', 'z', 'a', 'nothing'], ['zAdd', 'n', 0, 'a', 0, 'b', 0, 'c'], ['zRangeByLex', 'n', '-', '[b'], ['zRangeByLex', 'n', '-', '+', 1, 1], ['zRevRangeByLex', 'n', '+', '-'], ['zLexCount', 'n', '-', '+'], ['zRangeByLex', 'n', 'a', 'b'],
    ['zUnionStore', 'u', ['z', 'n']], ['zUnionStore', 'u', ['z', 'n'], [1, 2], 'MAX'], ['zInterStore', 'i', ['z', 'n']], ['zRange', 'u', 0, -1, true], ['zRemRangeByScore', 'u', 0, 0], ['zRemRangeByRank', 'u', 0, 0], ['zRemRangeByLex', 'n', '[a', '[a'], ['zPopMin', 'n'], ['zPopMax', 'z', 2], ['zPopMin', 'nothing'],
    ['zAdd', 'm', 1, ['member']], ['zScore', 'm', ['member']], ['zRange', 'm', 0, -1], ['set', 's', 1], ['zAdd', 's', 1, 'a'], ['zRange', 's', 0, -1], ['zScore', 's', 'a'], ['zRange', 's', 0, -1, true],
    ['zAdd', 'i', '-inf', 'm', '+inf', 'p', 3, 'o'], ['zScore', 'i', 'm'], ['zRange', 'i', 0, -1, true], ['zIncrBy', 'i', 1, 'p'], ['zPopMax', 'i'],
    ['bzPopMin', 'm', 1], ['bzPopMax', ['nothing', 'u'], 1],
];
