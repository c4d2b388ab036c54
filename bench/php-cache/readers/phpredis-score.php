<?php

declare(strict_types=1);

namespace Bench\Cache;

/** PhpRedis: the score of a member of a sorted set. */
return new Reader(['igbinary', 'redis'], '$on->zScore("phpredis-score", $key)', static function (array $values, array $self): \Redis {
    $redis = new \Redis();
    Address::connect($redis, $self['address']);
    $redis->del('phpredis-score');
    foreach (array_keys($values) as $score => $key) {
        $redis->zAdd('phpredis-score', $score, (string) $key);
    }
    return $redis;
}, hits: false, remembers: false, command: 'zscore');
