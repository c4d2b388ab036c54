<?php

declare(strict_types=1);

namespace Bench\Cache;

/** PhpRedis: whether something is in a set. */
return new Reader(['igbinary', 'redis'], '$on->sismember("phpredis-member", $key)', static function (array $values, array $self): \Redis {
    $redis = new \Redis();
    Address::connect($redis, $self['address']);
    $redis->del('phpredis-member');
    $redis->sAddArray('phpredis-member', array_map('strval', array_keys($values)));
    return $redis;
}, hits: false, remembers: false, command: 'sismember');
