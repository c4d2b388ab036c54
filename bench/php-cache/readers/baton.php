<?php

declare(strict_types=1);

namespace Bench\Cache;

use Baton\Redis;

/** Our client, whose reads come from the memory that all workers share. */
return new Reader(['baton_cache'], '$on->get($key)', static function (array $values, array $self): Redis {
    $redis = new Redis();
    Address::connect($redis, $self['address']);
    foreach ($values as $key => $value) {
        $redis->set($key, $value);
    }
    return $redis;
}, ['baton_cache.maxmemory' => '256M']);
