<?php

declare(strict_types=1);

namespace Bench\Cache;

/** A small string from memory. */
return static function (Bench $bench): Result {
    $lanes = $bench->measure([
        'the call' => ['reader' => 'call', 'values' => '85', 'kind' => 'floor'],
        'the call, static' => ['reader' => 'call-static', 'values' => '85', 'kind' => 'floor'],
        'the call, of an object' => ['reader' => 'call-method', 'values' => '85', 'kind' => 'floor'],
        'array of PHP' => ['reader' => 'php-array', 'values' => '85', 'kind' => 'floor'],
        'Baton, client' => ['reader' => 'baton', 'values' => '85', 'kind' => 'own'],
        'Baton, Table' => ['reader' => 'table', 'values' => '85', 'kind' => 'own'],
        'APCu' => ['reader' => 'apcu', 'values' => '85'],
        'Yac' => ['reader' => 'yac', 'values' => '85'],
    ]);
    $call = $lanes['the call'];
    return new Result(
        'A hit: a string of 85 bytes',
        'Nanoseconds of a read of one of 1,000 strings, in an order without a pattern. The call is what PHP needs to call an extension at all.',
        Row::ofLanes('85 bytes', $lanes),
        [
            Goal::atMost('client, 85 bytes: times the call', 3.5, $lanes['Baton, client'], $call),
            Goal::atMost('Table, 85 bytes: times the call', 3.5, $lanes['Baton, Table'], $call),
        ],
    );
};
