<?php

declare(strict_types=1);

namespace Bench\Cache;

use Bench\Table;

/**
 * Rows of a group as SVG, in the look of the other benchmarks: a bar from zero to the best slice, and a line from there to the median.
 * Where the longest is many times the shortest the axis is logarithmic; then there is no zero for a bar to start from, and a dot in its place.
 */
final class Chart
{
    private const WIDTH = 520;
    private const ROW = 25;
    private const BAR = 15;
    private const NAMES = 190;
    private const VALUES = 70;
    private const FAR_APART = 30;
    private const AXIS = 20;
    private const CLASSES = ['own' => 'baton', 'floor' => 'limit', 'peer' => 'peer'];

    /** @param non-empty-list<Row> $rows */
    public static function svg(string $title, array $rows): string
    {
        $most = max(array_map(static fn (Row $row): float => $row->median(), $rows));
        $least = min(array_map(static fn (Row $row): float => $row->best(), $rows));
        $log = $least > 0 && $most / $least > self::FAR_APART;
        $ticks = $log ? self::decades($least, $most) : self::steps($most);
        $at = self::scale($log, $ticks[0], $ticks[array_key_last($ticks)]);
        $height = count($rows) * self::ROW + self::AXIS;
        $svg = sprintf('<svg class="chart" viewBox="0 0 %d %d" role="img" aria-label="%s">', self::WIDTH, $height, htmlspecialchars($title));
        foreach ($ticks as $tick) {
            $svg .= sprintf('<line class="grid" x1="%1$.1f" x2="%1$.1f" y1="0" y2="%2$d"/>', $at($tick), $height - self::AXIS)
                . sprintf('<text class="tick" text-anchor="middle" x="%.1f" y="%d">%s</text>', $at($tick), $height - 6, self::short($tick));
        }
        foreach ($rows as $i => $row) {
            $svg .= self::row($row, $i * self::ROW, $at, $log);
        }
        return "{$svg}</svg>";
    }

    private static function row(Row $row, int $top, \Closure $at, bool $log): string
    {
        $middle = $top + self::ROW / 2;
        $best = $at($row->best());
        $median = $at($row->median());
        $mark = $log
            ? sprintf('<circle class="bar" r="5" cx="%.1f" cy="%.1f"/>', $best, $middle)
            : sprintf('<rect class="bar" x="%d" y="%.1f" width="%.1f" height="%d"/>', self::NAMES, $middle - self::BAR / 2, max(0.5, $best - self::NAMES), self::BAR);
        $whisker = sprintf('<path class="whisker" d="M%1$.1f %3$.1fH%2$.1fM%2$.1f %4$.1fv8"/>', $best, $median, $middle, $middle - 4);
        return sprintf('<g class="%s">', self::CLASSES[$row->kind])
            . sprintf('<text class="name" text-anchor="end" x="%d" y="%.1f">%s</text>', self::NAMES - 8, $middle + 4, htmlspecialchars($row->name))
            . $mark . $whisker
            . sprintf('<text class="value" x="%.1f" y="%.1f">%s</text></g>', max($best, $median) + 8, $middle + 4, Table::number($row->best()));
    }

    /** @return \Closure(float): float a place for each value */
    private static function scale(bool $log, float $from, float $to): \Closure
    {
        $width = self::WIDTH - self::NAMES - self::VALUES;
        return $log
            ? static fn (float $value): float => self::NAMES + $width * log($value / $from) / log($to / $from)
            : static fn (float $value): float => self::NAMES + $width * $value / $to;
    }

    /** @return non-empty-list<float> from zero to what holds the most, in four or five round steps */
    private static function steps(float $most): array
    {
        $most = $most > 0 ? $most : 1.0;
        $power = 10 ** floor(log10($most / 4));
        foreach ([1, 2, 2.5, 5, 10] as $factor) {
            if ($factor * $power * 4 >= $most) {
                break;
            }
        }
        return array_map(static fn (int $i): float => $i * $factor * $power, range(0, (int) max(1, ceil($most / ($factor * $power)))));
    }

    /** @return non-empty-list<float> */
    private static function decades(float $least, float $most): array
    {
        return array_map(static fn (int $power): float => 10.0 ** $power, range((int) floor(log10($least)), (int) ceil(log10($most))));
    }

    private static function short(float $value): string
    {
        return match (true) {
            $value >= 1e6 => round($value / 1e6, 2) . 'M',
            $value >= 1e4 => round($value / 1e3, 2) . 'k',
            default => (string) round($value, 4),
        };
    }
}
