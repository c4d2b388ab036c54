<?php
/* Where Baton\Redis differs from PhpRedis 5.3.7 and why. Each: which calls (family/way/mode/call), the reason, what PhpRedis
 * says, what Baton says. */

return [
    ['~/(error|\d+ getLastError \[\])$~', '5.3.7 has a NUL at the end of errors; 6 has not', '~ \. "\\\\0" \. \'\'$~', '~^\'(WRONGTYPE|ERR|EXECABORT|NOSCRIPT|NOGROUP|BUSYGROUP)~'],
    ['~/\d+ set \["bad"~', '6 words this warning anew', "~EXPIRE can't be < 1$~", '~passed as EXPIRY is invalid~'],
    ['~/(\d+ sort|result 2[56])~', 'compressed values are sorted as bytes, and two compressors do not write the same ones', '~^array~', '~^array~'],
    ['~^sorted_sets/[^/]*/\w+/(4 zAdd|result 4)~', '5.3.7 did not know INCR; 6 returns the score', '~^(false|NULL)$~', '~^3\.0$~'],
    ['~\d+ zRangeByLex \["n","a"~', '6 words this warning anew', '~min and max arguments must start with~', '~Min/Max args can be~'],
    ['~\d+ getDBNum~', '5.3.7 went to a database that there is not', '~^999$~', '~^0$~'],
    ['~^streams/(?!plain|prefix)[^/]*/\w+/(\d+ geo|result 3[0-8])~', 'PhpRedis serialises and compresses coordinates, which no server takes', '~~', '~~'],
    ['~^streams/[^/]*/\w+/error~', '5.3.7 did not remember what XINFO was told', '~^\'(BUSYGROUP|ERR could not decode|ERR member Palermo does not exist)~', '~^\'ERR no such key~'],
    ['~^others/[^/]*/atomic/\d+ @exec~', '5.3.7 returned null where there was nothing to do; 6 returns false', '~^NULL$~', '~^false$~'],
    ['~/\d+ @sort~', '5.3.7 calls these deprecated', '~is deprecated$~', '~^(array|false)~'],
];
