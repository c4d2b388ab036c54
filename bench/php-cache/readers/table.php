<?php

declare(strict_types=1);

namespace Bench\Cache;

use Baton\Table;

return new Reader(['baton_cache'], '\Baton\Table::get($key)', static function (array $values): void {
    foreach ($values as $key => $value) {
        Table::set($key, $value) || throw new \RuntimeException("the table did not store {$key}");
    }
}, ['baton_cache.maxmemory' => '256M']);
