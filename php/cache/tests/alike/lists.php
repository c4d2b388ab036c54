<?php
return [
    ['rPush', 'l', 'a', 'b', 'c'], ['lPush', 'l', 'z', ['x' => 1]], ['lPushx', 'nothing', 1], ['rPushx', 'l', 'd'], ['lLen', 'l'], ['lRange', 'l', 0, -1], ['lRange', 'nothing', 0, -1], ['lIndex', 'l', 0], ['lIndex', 'l', -1], ['lIndex', 'l', 99],
    ['lSet', 'l', 0, 'y'], ['lSet', 'l', 99, 'y'], ['lInsert', 'l', 'before', 'b', 'bb'], ['lInsert', 'l', 'after', 'nothing', 1], ['lRem', 'l', 'b', 1], ['lRem', 'l', 'nothing', 0], ['lTrim', 'l', 0, 4], ['lRange', 'l', 0, -1],
    ['lPop', 'l'], ['rPop', 'l'], ['lPop', 'nothing'], ['rpoplpush', 'l', 'm'], ['rpoplpush', 'nothing', 'm'], ['rPush', 'm', 1, 2.5, true, null], ['lRange', 'm', 0, -1], ['sort', 'm', ['alpha' => true]], ['sort', 'm', ['alpha' => true, 'sort' => 'desc', 'limit' => [0, 2]]],
    ['sort', 'nothing'], ['sort', 'm'], ['get', 'm'], ['lLen', 'nothing'], ['blPop', ['m'], 1], ['brPop', 'nothing', 'm', 1], ['brpoplpush', 'm', 'o', 1], ['lPos', 'o', 'x'],
];
