<?php

declare(strict_types=1);

namespace Bench\Cache;

/** The clients of the case `savings`. */
final class Traffic
{
    /** What the PHP of each needs. */
    public static function reader(string $who): Reader
    {
        return require dirname(__DIR__) . '/readers/' . ($who === 'baton' ? 'baton-igbinary' : 'phpredis-igbinary') . '.php';
    }

    /** Values by key, the one that each page needs among them. */
    public static function values(int $keys): array
    {
        $options = [];
        foreach (array_slice(Corpus::values('records'), 0, 550, true) as $key => $record) {
            $options["option_{$key}"] = $record;
        }
        return array_slice(Corpus::values('corpus'), -$keys, null, true) + ['options' => $options];
    }

    /** @return \Redis|\Baton\Redis */
    public static function client(string $who, string $address): object
    {
        $redis = $who === 'baton' ? new \Baton\Redis() : new \Redis();
        Address::connect($redis, $address);
        $redis->setOption($redis::OPT_SERIALIZER, $redis::SERIALIZER_IGBINARY);
        $redis->setOption($redis::OPT_COMPRESSION, $redis::COMPRESSION_ZSTD);
        $redis->setOption($redis::OPT_COMPRESSION_LEVEL, 3);
        return $redis;
    }
}
