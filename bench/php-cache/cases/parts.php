<?php

declare(strict_types=1);

namespace Bench\Cache;

/** Parts of what was read as a whole. */
return static function (Bench $bench): Result {
    $awake = new Awake($bench);
    $rows = $goals = [];
    foreach (['a field of a hash' => 'field', 'a member of a set' => 'member', 'a score of a sorted set' => 'score'] as $what => $reader) {
        $lanes = $bench->measure([
            'Baton, from the whole' => ['reader' => "baton-{$reader}", 'values' => '85', 'kind' => 'own', 'keys' => 100],
            'PhpRedis' => ['reader' => "phpredis-{$reader}", 'values' => '85', 'keys' => 100],
        ]);
        array_push($rows, ...Row::ofLanes($what, $lanes));
        if (isset($lanes['PhpRedis'])) {
            $goals[] = Goal::faster("{$what}: times faster than PhpRedis by Unix socket", 50, $lanes['Baton, from the whole'], $lanes['PhpRedis']);
        }
    }
    return new Result(
        'A part of what was read as a whole',
        'Nanoseconds of HGET, SISMEMBER and ZSCORE on a key of 100 elements that HGETALL, SMEMBERS or ZRANGE has brought before.',
        $rows,
        $goals,
        [$awake->describe()],
    );
};
