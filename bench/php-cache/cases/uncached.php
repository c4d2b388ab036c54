<?php

declare(strict_types=1);

namespace Bench\Cache;

/** What a read costs that memory does not answer. */
return static function (Bench $bench): Result {
    $awake = new Awake($bench);
    $rows = $goals = [];
    foreach (['Unix socket' => $bench->redis->socket, 'TCP' => "127.0.0.1:{$bench->redis->port}"] as $way => $address) {
        $lanes = $bench->measure([
            'Baton, no cache' => ['reader' => 'baton-uncached', 'values' => '85', 'address' => $address, 'kind' => 'own', 'keys' => 200],
            'PhpRedis' => ['reader' => 'phpredis', 'values' => '85', 'address' => $address, 'keys' => 200],
            'Predis' => ['reader' => 'predis', 'values' => '85', 'address' => $address, 'keys' => 200],
        ]);
        array_push($rows, ...Row::ofLanes($way, $lanes));
        if (isset($lanes['PhpRedis'])) {
            $goals[] = Goal::atMost("GET that is not cached, {$way}: times PhpRedis", 1.0, $lanes['Baton, no cache'], $lanes['PhpRedis']);
        }
    }
    return new Result(
        'A GET that memory does not answer',
        'Nanoseconds of a GET of 85 bytes, with the server on the other core.',
        $rows,
        $goals,
        [$awake->describe()],
    );
};
