<?php

declare(strict_types=1);

namespace Bench\Cache;

/** PhpRedis: a field of a hash. */
return new Reader(['igbinary', 'redis'], '$on->hGet("phpredis-field", $key)', static function (array $values, array $self): \Redis {
    $redis = new \Redis();
    Address::connect($redis, $self['address']);
    $redis->del('phpredis-field');
    $redis->hMset('phpredis-field', $values);
    return $redis;
}, hits: false, command: 'hget');
