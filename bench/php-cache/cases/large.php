<?php

declare(strict_types=1);

namespace Bench\Cache;

/** A long string from memory. */
return static function (Bench $bench): Result {
    $all = ['baton_cache.zero_copy' => 'all', 'baton_cache.zero_copy_cli' => '1'];
    $none = ['baton_cache.copies' => '0'];
    $lanes = $bench->measure([
        'the call' => ['reader' => 'call', 'values' => '65536', 'kind' => 'floor'],
        'Baton, client' => ['reader' => 'baton', 'values' => '65536', 'settings' => $all, 'kind' => 'own'],
        'Baton, Table' => ['reader' => 'table', 'values' => '65536', 'settings' => $all, 'kind' => 'own'],
        'Baton, client, shared copies' => ['reader' => 'baton', 'values' => '65536', 'kind' => 'own'],
        'Baton, client, copied' => ['reader' => 'baton', 'values' => '65536', 'settings' => $none, 'kind' => 'own'],
        'Baton, Table, copied' => ['reader' => 'table', 'values' => '65536', 'settings' => $none, 'kind' => 'own'],
        'APCu' => ['reader' => 'apcu', 'values' => '65536'],
        'Yac' => ['reader' => 'yac', 'values' => '65536'],
    ]);
    $call = $lanes['the call'];
    return new Result(
        'A hit: a string of 64 KB',
        'As above, of 16 strings of 65,536 bytes, which fit in the second cache of a core, so that copying them is as cheap as it can be. '
            . 'Ours hand out the string where it lies (`zero_copy=all`), or copy it, once for all readers (`copies`) or for each.',
        Row::ofLanes('64 KB', $lanes),
        [
            Goal::atMost('client, 64 KB, zero-copy: times the call', 2.5, $lanes['Baton, client'], $call),
            Goal::atMost('Table, 64 KB, zero-copy: times the call', 2.5, $lanes['Baton, Table'], $call),
        ],
    );
};
