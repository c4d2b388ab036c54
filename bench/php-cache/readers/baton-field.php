<?php

declare(strict_types=1);

namespace Bench\Cache;

use Baton\Redis;

/** Our client: a field of a hash that was read as a whole. */
return new Reader(['baton_cache'], '$on->hGet("baton-field", $key)', static function (array $values, array $self): Redis {
    $redis = new Redis();
    Address::connect($redis, $self['address']);
    $redis->del('baton-field');
    $redis->hMset('baton-field', $values);
    usleep(50_000); // until the server has told of these changes
    $redis->hGetAll('baton-field');
    return $redis;
}, settings: ['baton_cache.maxmemory' => '256M'], command: 'hget');
