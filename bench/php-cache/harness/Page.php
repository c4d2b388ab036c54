<?php

declare(strict_types=1);

namespace Bench\Cache;

use Bench\Table;

/** One file with everything in it: what falls short, all figures to reach, and each case with its charts. It fetches nothing. */
final class Page
{
    /** The looks of the other benchmarks' page. */
    private const STYLES = ['/crates/load/src/record/chart/chart.css', '/crates/load/src/record/page/page.css'];
    private const HATCH = '<svg width="0" height="0" aria-hidden="true"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" '
        . 'patternTransform="rotate(45)"><line class="hatch" x1="0" y1="0" x2="0" y2="6"/></pattern></defs></svg>';
    private const OWN_STYLE = '.short { color: var(--fault); font-weight: 650; } .goals td:first-child, .goals th:first-child { text-align: left; white-space: normal; }';

    /**
     * @param array<string, string> $facts of the machine and the run
     * @param list<Result> $results
     * @param list<string> $failures
     */
    public static function html(array $facts, array $results, array $failures): string
    {
        $style = self::OWN_STYLE;
        foreach (self::STYLES as $file) {
            $style = (string) file_get_contents(dirname(__DIR__, 3) . $file) . $style;
        }
        $goals = array_merge(...array_map(static fn (Result $result): array => $result->goals, $results));
        $short = count(array_filter($goals, static fn (Goal $goal): bool => !$goal->reached()));
        $body = '<header><h1>Reads from memory that PHP’s workers share</h1><p class="lead">'
            . ($goals === [] ? 'A quick run is held to no figure.' : ($short === 0 ? 'All ' . count($goals) . ' figures are reached.' : "<span class=\"short\">{$short} of " . count($goals) . ' figures fall short.</span>'))
            . '</p><dl class="facts">';
        foreach ($facts as $name => $value) {
            $body .= '<div><dt>' . htmlspecialchars($name) . '</dt><dd>' . htmlspecialchars($value) . '</dd></div>';
        }
        $body .= '</dl></header><main><section><h2>Figures to reach</h2>' . self::goals($goals) . self::failures($failures)
            . '<p class="note">The best slices say what the code needs, and decide; the medians what this machine gave meanwhile.</p></section>';
        foreach ($results as $result) {
            $body .= self::section($result);
        }
        return "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
            . "<title>baton_cache: what a read costs</title><style>{$style}</style></head><body>" . self::HATCH . "{$body}</main></body></html>\n";
    }

    /** @param list<Goal> $goals */
    private static function goals(array $goals): string
    {
        $html = '<div class="scroll"><table class="goals"><thead><tr><th>what</th><th>target</th><th>best</th><th>median</th><th></th></tr></thead><tbody>';
        foreach ($goals as $goal) {
            $verdict = $goal->reached() ? 'reached' : '<span class="short">falls short</span>';
            $html .= '<tr><td>' . htmlspecialchars($goal->text) . ($goal->note === '' ? '' : '<small>' . htmlspecialchars($goal->note) . '</small>')
                . "</td><td>{$goal->side} " . Text::figure($goal->limit, $goal->unit) . '</td><td' . ($goal->reached() ? '' : ' class="short"') . '>'
                . Text::figure($goal->best, $goal->unit) . '</td><td>' . ($goal->median === null ? '' : Text::figure($goal->median, $goal->unit))
                . "</td><td>{$verdict}</td></tr>";
        }
        return "{$html}</tbody></table></div>";
    }

    private static function section(Result $result): string
    {
        $html = '<section><h2>' . htmlspecialchars($result->title) . '</h2><p>' . self::prose($result->question) . '</p><div class="charts">';
        foreach ($result->groups() as $group => $rows) {
            $unit = $rows[0]->unit === '' ? '' : " <small>{$rows[0]->unit}</small>";
            $html .= '<figure><figcaption><span>' . htmlspecialchars($group) . "{$unit}</span></figcaption>" . Chart::svg($group, $rows) . '</figure>';
        }
        $html .= '</div>' . self::rows($result);
        foreach ($result->notes as $note) {
            $html .= '<p class="note">' . self::prose($note) . '</p>';
        }
        return $html . ($result->goals === [] ? '' : self::goals($result->goals)) . '</section>';
    }

    private static function rows(Result $result): string
    {
        $html = '<details><summary>All figures</summary><div class="scroll"><table><thead><tr><th></th><th>unit</th><th>best</th><th>median</th>'
            . '<th>× the call</th><th>slices</th></tr></thead><tbody>';
        foreach ($result->groups() as $group => $rows) {
            $floor = Text::floor($rows);
            $html .= '<tr class="group"><th colspan="6">' . htmlspecialchars($group) . '</th></tr>';
            foreach ($rows as $row) {
                $class = $row->kind === 'own' ? ' class="own"' : '';
                $html .= "<tr><th scope=\"row\"{$class}>" . htmlspecialchars($row->name) . "</th><td>{$row->unit}</td><td{$class}>" . Table::number($row->best())
                    . '</td><td>' . Table::number($row->median()) . '</td><td>' . ($floor === null ? '' : Table::number($row->best() / $floor->best()))
                    . '</td><td>' . count($row->samples) . '</td></tr>';
            }
        }
        return "{$html}</tbody></table></div></details>";
    }

    /** @param list<string> $failures */
    private static function failures(array $failures): string
    {
        $items = array_map(static fn (string $failure): string => '<li class="short">' . htmlspecialchars($failure) . '</li>', $failures);
        return $items === [] ? '' : '<h3>Failed</h3><ul>' . implode('', $items) . '</ul>';
    }

    /** Text with `code` in it. */
    private static function prose(string $text): string
    {
        return (string) preg_replace('/`([^`]+)`/', '<code>$1</code>', htmlspecialchars($text));
    }
}
