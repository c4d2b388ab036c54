<?php

declare(strict_types=1);

namespace Bench\Cache;

/** Arrays from local tables. */
return static function (Bench $bench): Result {
    $lanes = $bench->measure([
        'the call' => ['reader' => 'call', 'values' => 'records', 'kind' => 'floor'],
        'the call, static' => ['reader' => 'call-static', 'values' => 'records', 'kind' => 'floor'],
        'Baton, Table' => ['reader' => 'table', 'values' => 'records', 'settings' => ['baton_cache.zero_copy_cli' => '1'], 'kind' => 'own'],
        'Baton, Table, shared copies' => ['reader' => 'table', 'values' => 'records', 'kind' => 'own'],
        'Baton, Table, copied' => ['reader' => 'table', 'values' => 'records', 'settings' => ['baton_cache.copies' => '0'], 'kind' => 'own'],
        'APCu' => ['reader' => 'apcu', 'values' => 'records'],
        'Yac' => ['reader' => 'yac', 'values' => 'records'],
    ]);
    $own = $lanes['Baton, Table'];
    $goals = [Goal::atMost('Table, array of ten fields: times the call', 2.5, $own, $lanes['the call'])];
    if (isset($lanes['APCu'])) {
        $goals[] = Goal::faster('Table, array of ten fields: times faster than APCu', 10, $own, $lanes['APCu']);
    }
    return new Result(
        'A table of arrays',
        'Nanoseconds of a read of one of 1,000 arrays of ten fields, one of them nested twice.',
        Row::ofLanes('arrays of ten fields', $lanes),
        $goals,
    );
};
