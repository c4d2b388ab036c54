<?php

declare(strict_types=1);

namespace Bench\Cache;

use Baton\Table;

/** Bytes of igbinary, copied and decoded for each read: what a cache of replies does with a hit. */
return new Reader(['igbinary', 'baton_cache'], '\igbinary_unserialize(\Baton\Table::get($key))', static function (array $values): void {
    foreach ($values as $key => $value) {
        Table::set($key, \igbinary_serialize($value)) || throw new \RuntimeException("the table did not store {$key}");
    }
}, ['baton_cache.maxmemory' => '256M', 'baton_cache.zero_copy' => 'off']);
