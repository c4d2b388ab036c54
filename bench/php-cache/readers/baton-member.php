<?php

declare(strict_types=1);

namespace Bench\Cache;

use Baton\Redis;

/** Our client: whether something is in a set that was read as a whole. */
return new Reader(['baton_cache'], '$on->sismember("baton-member", $key)', static function (array $values, array $self): Redis {
    $redis = new Redis();
    Address::connect($redis, $self['address']);
    $redis->del('baton-member');
    $redis->sAddArray('baton-member', array_map('strval', array_keys($values)));
    usleep(50_000); // until the server has told of these changes
    $redis->sMembers('baton-member');
    return $redis;
}, settings: ['baton_cache.maxmemory' => '256M'], remembers: false, command: 'sismember');
