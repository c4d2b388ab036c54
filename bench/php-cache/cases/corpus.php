<?php

declare(strict_types=1);

namespace Bench\Cache;

/** Values of all sizes and kinds. */
return static function (Bench $bench): Result {
    $all = ['baton_cache.zero_copy' => 'all', 'baton_cache.zero_copy_cli' => '1'];
    $none = ['baton_cache.copies' => '0'];
    $rows = $of = [];
    foreach (['arrays' => 'its arrays', 'objects' => 'its objects', 'corpus' => 'all of it'] as $values => $group) {
        $of[$values] = $bench->measure([
            'the call' => ['reader' => 'call', 'values' => $values, 'kind' => 'floor'],
            'Baton, client' => ['reader' => 'baton-igbinary', 'values' => $values, 'settings' => $all, 'kind' => 'own'],
            'Baton, Table' => ['reader' => 'table', 'values' => $values, 'settings' => $all, 'kind' => 'own'],
            'Baton, client, shared copies' => ['reader' => 'baton-igbinary', 'values' => $values, 'kind' => 'own'],
            'Baton, client, copied' => ['reader' => 'baton-igbinary', 'values' => $values, 'settings' => $none, 'kind' => 'own'],
            'copied and decoded by igbinary' => ['reader' => 'table-igbinary', 'values' => $values, 'settings' => $none],
            'APCu' => ['reader' => 'apcu', 'values' => $values],
        ]);
        array_push($rows, ...Row::ofLanes($group, $of[$values]));
    }
    $own = $of['arrays']['Baton, client'];
    $goals = [new Goal('client, decoded array of the corpus, zero-copy', '≤', 100, 'ns', $own->best(), $own->median())];
    if (isset($of['arrays']['copied and decoded by igbinary'])) {
        $goals[] = Goal::faster('client, decoded array: times faster than copied and decoded', 10, $own, $of['arrays']['copied and decoded by igbinary']);
    }
    return new Result(
        'Hits of a corpus',
        'Nanoseconds of a read of each of 6,416 values once, from 1 to 866,000 bytes with a median of 85: a third texts, a third arrays, a '
            . 'third objects of stdClass, which are made anew for each reader. At the server they are igbinary’s.',
        $rows,
        $goals,
    );
};
