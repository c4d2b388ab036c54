<?php

declare(strict_types=1);

namespace Bench\Cache;

use Baton\Redis;

/** Our client without its memory: each read is a command. */
return new Reader(['baton_cache'], '$on->get($key)', static function (array $values, array $self): Redis {
    $redis = new Redis();
    $redis->setOption(Redis::OPT_USE_CACHE, false);
    Address::connect($redis, $self['address']);
    foreach ($values as $key => $value) {
        $redis->set($key, $value);
    }
    return $redis;
}, hits: false);
