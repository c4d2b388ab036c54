<?php

declare(strict_types=1);

namespace Bench\Cache;

use Baton\Redis;

/** Our client: the score of a member of a sorted set that was read as a whole. */
return new Reader(['baton_cache'], '$on->zScore("baton-score", $key)', static function (array $values, array $self): Redis {
    $redis = new Redis();
    Address::connect($redis, $self['address']);
    $redis->del('baton-score');
    foreach (array_keys($values) as $score => $key) {
        $redis->zAdd('baton-score', $score, (string) $key);
    }
    usleep(50_000); // until the server has told of these changes
    $redis->zRange('baton-score', 0, -1, true);
    return $redis;
}, settings: ['baton_cache.maxmemory' => '256M'], remembers: false, command: 'zscore');
