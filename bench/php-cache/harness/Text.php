<?php

declare(strict_types=1);

namespace Bench\Cache;

use Bench\Table;

/** Results as a terminal shows them, in Markdown. */
final class Text
{
    private const RED = "\e[31m";
    private const PLAIN = "\e[0m";

    public static function of(Result $result): string
    {
        $text = "\n## {$result->title}\n";
        foreach ($result->groups() as $group => $rows) {
            $floor = self::floor($rows);
            $text .= "\n| {$group} | unit | best | median |" . ($floor === null ? '' : ' × the call |') . "\n| --- | --- | --: | --: |"
                . ($floor === null ? '' : ' --: |') . "\n";
            foreach ($rows as $row) {
                $text .= "| {$row->name} | {$row->unit} | " . Table::number($row->best()) . ' | ' . Table::number($row->median()) . ' |'
                    . ($floor === null ? '' : ' ' . Table::number($row->best() / $floor->best()) . ' |') . "\n";
            }
        }
        foreach ($result->notes as $note) {
            $text .= "\n{$note}\n";
        }
        $text .= $result->goals === [] ? '' : "\n";
        foreach ($result->goals as $goal) {
            $text .= '- ' . self::goal($goal, stream_isatty(STDOUT)) . "\n";
        }
        return $text;
    }

    /** A figure to reach in one line, in red where it falls short. */
    public static function goal(Goal $goal, bool $colour): string
    {
        $median = $goal->median === null ? '' : ' (of medians ' . self::figure($goal->median, $goal->unit) . ')';
        $line = "{$goal->text}: " . self::figure($goal->best, $goal->unit) . "{$median}, target {$goal->side} " . self::figure($goal->limit, $goal->unit)
            . ($goal->note === '' ? '' : "; {$goal->note}");
        return match (true) {
            $goal->reached() => $line,
            $colour => self::RED . "{$line}: FALLS SHORT" . self::PLAIN,
            default => "{$line}: FALLS SHORT",
        };
    }

    public static function figure(float $value, string $unit): string
    {
        return Table::number($value) . ($unit === '' || $unit === '×' ? '' : ' ') . $unit;
    }

    /**
     * What the others of a group are compared with.
     *
     * @param list<Row> $rows
     */
    public static function floor(array $rows): ?Row
    {
        foreach ($rows as $row) {
            if ($row->name === 'the call') {
                return $row;
            }
        }
        return null;
    }
}
