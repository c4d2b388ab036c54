<?php

declare(strict_types=1);

namespace Bench\Cache;

/** PhpRedis as Debian has it, which needs igbinary loaded. */
return new Reader(['igbinary', 'redis'], '$on->get($key)', static function (array $values, array $self): \Redis {
    $redis = new \Redis();
    Address::connect($redis, $self['address']);
    foreach ($values as $key => $value) {
        $redis->set($key, $value);
    }
    return $redis;
}, hits: false);
