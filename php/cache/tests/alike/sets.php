<?php
return [
    ['sAdd', 'a', 'x'], ['sAdd', 'a', 'x', 'y', 'z'], ['sAddArray', 'b', ['y', 'z', 'w']], ['sCard', 'a'], ['sCard', 'nothing'], ['sIsMember', 'a', 'x'], ['sIsMember', 'a', 'nothing'], ['sMove', 'a', 'b', 'x'], ['sMove', 'a', 'b', 'nothing'], ['sRem', 'b', 'x', 'nothing'],
    ['sDiff', 'b', 'a'], ['sDiff', 'a', 'nothing', 'b'], ['sInterStore', 'c', 'a', 'b'], ['sUnionStore', 'c', 'a', 'b'], ['sDiffStore', 'd', 'b', 'a'], ['sMembers', 'd'], ['sMembers', 'nothing'], ['sInter', 'd', 'b'], ['sInter', ['d', 'b']], ['sUnion', 'd'], ['sPop', 'd'], ['sPop', 'd'], ['sPop', 'nothing', 2],
    ['sAdd', 'one', [1, 2]], ['sRandMember', 'one'], ['sRandMember', 'one', 2], ['sRandMember', 'one', -2], ['sRandMember', 'nothing'], ['sMembers', 'one'], ['sIsMember', 'one', [1, 2]], ['set', 's', 1], ['sAdd', 's', 1], ['sMembers', 's'], ['sMisMember', 'a', 'y', 'nothing'],
    ['pfAdd', 'p', ['a', 'b', 'c']], ['pfAdd', 'p', ['a']], ['pfCount', 'p'], ['pfCount', ['p', 'q']], ['pfMerge', 'q', ['p']], ['pfCount', 'q'],
];
