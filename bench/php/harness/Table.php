<?php

declare(strict_types=1);

namespace Bench;

/** Figures as a table in Markdown: a row for each thing measured, a column for each contestant. */
final class Table
{
    /**
     * @param list<Figure> $figures
     * @param list<string> $contestants in the order of the columns
     */
    public static function markdown(array $figures, array $contestants): string
    {
        $cells = $units = $targets = [];
        foreach ($figures as $figure) {
            $cells[$figure->row][$figure->contestant] = self::number($figure->value());
            $units[$figure->row] = $figure->unit;
            $targets[$figure->row] ??= $figure->target;
        }
        $columns = array_values(array_intersect($contestants, array_merge(...array_map('array_keys', array_values($cells)))));
        $aimed = array_filter($targets) !== [];
        $lines = [self::line(['', 'unit', ...($aimed ? ['target'] : []), ...$columns])];
        $lines[] = self::line(['---', '---', ...array_fill(0, count($columns) + (int) $aimed, '--:')]);
        foreach ($cells as $row => $ofRow) {
            $target = isset($targets[$row]) ? self::number($targets[$row]) : '';
            $values = array_map(static fn (string $column): string => $ofRow[$column] ?? '', $columns);
            $lines[] = self::line([$row, $units[$row], ...($aimed ? [$target] : []), ...$values]);
        }
        return implode("\n", $lines) . "\n";
    }

    /** Three digits that count, and all of those before the point. */
    public static function number(float $value): string
    {
        $decimals = $value == 0.0 ? 0 : max(0, 2 - (int) floor(log10(abs($value))));
        return number_format($value, min($decimals, 4));
    }

    /** @param list<string> $cells */
    private static function line(array $cells): string
    {
        return '| ' . implode(' | ', $cells) . ' |';
    }
}
