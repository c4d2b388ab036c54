<?php

declare(strict_types=1);

namespace Bench\Cache;

use Random\Engine\Xoshiro256StarStar;
use Random\Randomizer;

/**
 * What is read: values by key, the same in every process for the same name.
 *
 * The corpus stands for the object cache of a content site: 6,416 keys whose sizes are lognormal with a median of 85 bytes and a mean
 * of about 1.2 KB, the largest 866,000 bytes; a third of them text, a third arrays, a third objects of stdClass.
 */
final class Corpus
{
    public const KEYS = 6_416;
    private const SEED = 7;
    private const MEDIAN = 85;
    private const SIGMA = 2.367;
    private const LARGEST = 866_000;

    /** Words, so that a compressor finds about as much as in text of people. */
    private const WORDS = ['post', 'option', 'term', 'author', 'status', 'publish', 'the', 'of', 'and', 'menu', 'widget', 'page', 'comment', 'meta',
        'value', 'title', 'slug', 'parent', 'count', 'order', 'date', 'image', 'width', 'height', 'sidebar', 'theme', 'plugin', 'network'];

    private Randomizer $random;

    private function __construct(string $name)
    {
        $this->random = new Randomizer(new Xoshiro256StarStar(hash('sha256', self::SEED . $name, true)));
    }

    /**
     * A set of values: "corpus" or its "texts", "arrays" or "objects"; "records" is 1,000 arrays of ten fields; "85" and the like are
     * strings of so many bytes, as many as fit in a megabyte and at most 1,000.
     *
     * @return array<string, mixed>
     */
    public static function values(string $name): array
    {
        $corpus = new self(is_numeric($name) || $name === 'records' ? $name : 'corpus');
        return match (true) {
            $name === 'records' => $corpus->records(),
            is_numeric($name) => $corpus->strings((int) $name),
            default => $corpus->mixed($name),
        };
    }

    /**
     * Keys in an order of their own, none twice.
     *
     * @return list<string>
     */
    public static function shuffled(array $values): array
    {
        return array_map('strval', (new self('order'))->random->shuffleArray(array_keys($values)));
    }

    /**
     * Reads as people make them: few keys are read often, by Zipf's law with exponent 1, and whether a key is one of those has nothing to
     * do with its size.
     *
     * @param list<string> $keys in the order of their frequency
     * @return list<string>
     */
    public static function reads(array $keys, int $count, string $of = 'reads'): array
    {
        $random = (new self($of))->random;
        $sum = 0.0;
        $sums = [];
        foreach ($keys as $rank => $_) {
            $sums[] = $sum += 1 / ($rank + 1);
        }
        $reads = [];
        while (count($reads) < $count) {
            $wanted = $sum * $random->getInt(0, 1 << 52) / (1 << 52);
            for ($low = 0, $high = count($keys) - 1; $low < $high;) {
                $middle = intdiv($low + $high, 2);
                $sums[$middle] < $wanted ? $low = $middle + 1 : $high = $middle;
            }
            $reads[] = $keys[$low];
        }
        return $reads;
    }

    /** @return array<string, string> */
    private function strings(int $bytes): array
    {
        $values = [];
        for ($i = min(1000, intdiv(1 << 20, $bytes)); $i > 0; $i--) {
            $values["string:{$bytes}:{$i}"] = $this->text($bytes);
        }
        return $values;
    }

    /** @return array<string, array<string, mixed>> like the open data of meteorites: names, numbers, a date and a place */
    private function records(): array
    {
        $values = [];
        for ($i = 1; $i <= 1000; $i++) {
            $place = [$this->random->getInt(-90_000, 90_000) / 1000, $this->random->getInt(-180_000, 180_000) / 1000];
            $values["record:{$i}"] = ['name' => $this->text(12), 'id' => (string) $i, 'nametype' => 'Valid', 'recclass' => $this->text(4),
                'mass' => (string) $this->random->getInt(1, 99_999), 'fall' => 'Fell', 'year' => '1880-01-01T00:00:00.000',
                'reclat' => sprintf('%.6f', $place[0]), 'reclong' => sprintf('%.6f', $place[1]),
                'geolocation' => ['type' => 'Point', 'coordinates' => $place]];
        }
        return $values;
    }

    /** @return array<string, mixed> */
    private function mixed(string $part): array
    {
        $values = [];
        for ($i = 1; $i <= self::KEYS; $i++) {
            $bytes = $i === self::KEYS ? self::LARGEST : (int) min(self::LARGEST, max(1, self::MEDIAN * exp(self::SIGMA * $this->normal())));
            $kind = ['texts', 'arrays', 'objects'][$i % 3];
            $value = match ($kind) {
                'texts' => $this->text($bytes),
                'arrays' => $this->fields($bytes),
                'objects' => (object) $this->fields($bytes),
            };
            if ($part === 'corpus' || $part === $kind) {
                $values["corpus:{$i}"] = $value;
            }
        }
        return $values;
    }

    /** An array that takes about so many bytes when it is serialized: numbers, flags and texts, the long ones nested. */
    private function fields(int $bytes): array
    {
        $fields = ['id' => $this->random->getInt(1, 99_999)];
        for ($left = $bytes - 12, $i = 0; $left > 0; $i++) {
            $name = self::WORDS[$i % count(self::WORDS)] . ($i < count(self::WORDS) ? '' : '_' . intdiv($i, count(self::WORDS)));
            $fields[$name] = match ($i % 5) {
                1 => $this->random->getInt(0, 9_999),
                3 => $this->random->getInt(0, 1) === 1,
                4 => ['width' => $this->random->getInt(1, 4_000), 'file' => $this->text(min(max(1, $left), 24))],
                default => $this->text(min(max(1, $left), $this->random->getInt(8, max(60, intdiv($bytes, 400))))),
            };
            $left -= strlen($name) + 2 + match ($i % 5) {
                1 => 3,
                3 => 1,
                4 => 40,
                default => strlen($fields[$name]) + 2,
            };
        }
        return $fields;
    }

    private function text(int $bytes): string
    {
        $text = '';
        while (strlen($text) < $bytes) {
            $text .= self::WORDS[$this->random->getInt(0, count(self::WORDS) - 1)] . ' ' . $this->random->getInt(0, 999) . ' ';
        }
        return substr($text, 0, $bytes);
    }

    /** Box and Muller's way from two even numbers to a normal one. */
    private function normal(): float
    {
        $even = fn (): float => $this->random->getInt(1, 1 << 52) / (1 << 52);
        return sqrt(-2 * log($even())) * cos(2 * M_PI * $even());
    }
}
