<?php

declare(strict_types=1);

namespace Bench\Cache;

use Baton\Redis;

/** Our client with values that are igbinary's at the server. */
return new Reader(['igbinary', 'baton_cache'], '$on->get($key)', static function (array $values, array $self): Redis {
    $redis = new Redis();
    Address::connect($redis, $self['address']);
    $redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_IGBINARY);
    foreach ($values as $key => $value) {
        $redis->set($key, $value);
    }
    return $redis;
}, ['baton_cache.maxmemory' => '256M']);
