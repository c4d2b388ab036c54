<?php

declare(strict_types=1);

namespace Bench\Cache;

return new Reader(['yac'], '$on->get($key)', static function (array $values): \Yac {
    $yac = new \Yac();
    foreach ($values as $key => $value) {
        $yac->set($key, $value) || throw new \RuntimeException("Yac did not store {$key}");
    }
    return $yac;
}, ['yac.enable_cli' => '1', 'yac.values_memory_size' => '256M']);
