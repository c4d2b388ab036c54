<?php

declare(strict_types=1);

namespace Bench\Cache;

return new Reader(['apcu'], '\apcu_fetch($key)', static function (array $values): void {
    if (\apcu_store($values) !== []) {
        throw new \RuntimeException('apcu_store has failed');
    }
}, ['apc.enable_cli' => '1', 'apc.shm_size' => '256M']);
