<?php
/* Where Baton\RedisCluster differs from the RedisCluster of PhpRedis 5.3.7 and why; as in accepted.php. */

return [
    ...require __DIR__ . '/accepted.php',
    ['~~', 'PhpRedis words this warning in a dozen ways', '~^false with the warning: .*slots?\W?$~', "~^false with the warning: Keys don't hash to the same slot!$~"],
    ['~/(multi/error|31 getLastError \[\])$~', 'of a transaction its last error is remembered, and not that of its last command alone', '~~', "~^(NULL|'[A-Z]+ )~"],
    ['~/scattered[^/]*/\w+/\d+ exists~', 'keys of several slots are counted, as del() deletes them', '~to the same slot\W?$~', '~^(\d+|the object)$~'],
    ['~/\d+ @?(mget|del|config|script|rawCommand) (\["(a|x)"\]|\[\])$~', '5.3.7 looked at the arguments of these by itself', '~^(false|array)~', '~^(TypeError|ArgumentCountError): RedisCluster::~'],
    ['~/\d+ \w+ \["a","nothing"\]$~', 'what no server knows is not sent to any, as by the class Redis', '~^false$~', '~^false with the warning: Unknown \w* ?operation ~'],
    ['~/\d+ client \["a","nothing"\]$~', 'there are more than these', '~Invalid CLIENT subcommand~', '~^false$~'],
    ['~/\d+ client \["a","kill"~', 'what the server refuses is no lost connection', '~Unable to send CLIENT command~', '~^false$~'],
    ['~^streams/[^/]*/multi/result 26~', '5.3.7 made an empty list of what the server refuses', '~^array~', '~^false$~'],
];
