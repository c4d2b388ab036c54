<?php

declare(strict_types=1);

namespace Bench\Cache;

/**
 * A raised priority of this process and of all that it starts, given back at the end. Where the kernel groups the tasks of a session
 * (`sched_autogroup`) a nice value counts only inside its group; so the group's own is raised too.
 */
final class Priority
{
    private const RAISED = -10;
    private const GROUP = '/proc/self/autogroup';

    /** What was done, for the report. */
    public readonly string $description;

    private ?int $before = null;

    public function __construct()
    {
        if (!@proc_nice(self::RAISED)) {
            $this->description = 'priority not raised: not allowed';
            return;
        }
        $text = (string) @file_get_contents(self::GROUP);
        $group = preg_match('/nice (-?\d+)/', $text, $match) && @file_put_contents(self::GROUP, (string) self::RAISED) !== false;
        $this->before = $group ? (int) $match[1] : null;
        $this->description = 'nice ' . self::RAISED . ($group ? ', autogroup ' . self::RAISED : ', no autogroup');
    }

    public function __destruct()
    {
        if ($this->before !== null) {
            file_put_contents(self::GROUP, (string) $this->before);
        }
    }
}
