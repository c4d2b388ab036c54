<?php

declare(strict_types=1);

namespace Bench\Cache;

/** The clients of the case `savings`. */
final class Traffic
{
    /** The settings of a site, which each of its pages reads: 380 KB, of which compression leaves about 207, so that a read by PhpRedis
     * takes 2.9 KB on the wire, as published figures of such sites say. */
    private const OPTIONS = 1_730;
    private const OPTION = 220;

    /** What the PHP of each needs. */
    public static function reader(string $who): Reader
    {
        return require dirname(__DIR__) . '/readers/' . ($who === 'baton' ? 'baton-igbinary' : 'phpredis-igbinary') . '.php';
    }

    /** Values by key, the one that each page needs among them. */
    public static function values(int $keys): array
    {
        $options = [];
        for ($i = 0; $i < self::OPTIONS; $i++) {
            $options["option_{$i}"] = substr(hash('sha512', "{$i}") . hash('sha512', "and {$i}"), 0, self::OPTION);
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
