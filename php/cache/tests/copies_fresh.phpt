--TEST--
A copy that a process has of a value is given for that value alone, however others write, delete and tag it meanwhile
--EXTENSIONS--
baton_cache
pcntl
--INI--
baton_cache.maxmemory=1M
baton_cache.copies=256K
--FILE--
<?php
use Baton\Table;

const KEYS = 40, WRITES = 100_000, WRITERS = 2;

/** What is stored says which key and which write it is of. */
function made(string $key, int $version): array|string
{
    return match ($version % 3) {
        0 => ['key' => $key, 'version' => $version, 'rows' => array_fill(0, 5, ['key' => $key, 'version' => $version])],
        1 => ['key' => $key, 'version' => $version] + array_fill(0, $version % 50, $key),
        2 => "$key:$version:" . str_repeat(chr(97 + $version % 26), 600 + $version % 1000),
    };
}

function version(string $key, mixed $value): int
{
    [$of, $version] = is_array($value) ? [$value['key'], $value['version']] : explode(':', $value);
    if ($of !== $key || $value !== made($key, (int) $version)) {
        throw new Exception("$key has another value: " . substr(json_encode($value), 0, 200));
    }
    return (int) $version;
}

/** Each writer has keys of its own; once a write is done it says so. */
function writes(int $writer): void
{
    mt_srand($writer);
    for ($version = 1; $version <= WRITES; $version++) {
        $key = sprintf('key-%03d', mt_rand(0, KEYS / WRITERS - 1) * WRITERS + $writer);
        switch (mt_rand(0, 9)) {
            case 0:
                Table::delete($key);
                break;
            case 1:
                Table::set($key, made($key, $version), mt_rand(1, 2)); // an end
                break;
            case 2:
                Table::set($key, made($key, $version), tags: ['a tag']);
                break;
            case 3:
                $version % 500 ?: Table::deleteTags('a tag');
                // no break
            default:
                Table::set($key, made($key, $version));
        }
        Table::set("floor-of-$key", $version);
    }
}

/** Reads until the writers have ended, which ends $writers, the stream that they hold the other end of. */
function reads($writers): int
{
    $hits = 0;
    do {
        $done = fread($writers, 1) === '' && feof($writers);
        for ($i = 0; $i < 200; $i++) {
            $key = sprintf('key-%03d', mt_rand(0, KEYS - 1));
            $floor = Table::get("floor-of-$key") ?? 0;
            // Twice at least, so that there is a copy.
            for ($again = mt_rand(2, 4); $again > 0; $again--) {
                if (($value = Table::get($key)) === null) {
                    continue;
                }
                if (($version = version($key, $value)) < $floor) {
                    throw new Exception("$key: $version came behind $floor");
                }
                $floor = $version;
                $hits++;
                is_array($value) ? $value['rows'][0]['key'] = 'changed by its reader' : $value[0] = '?';
            }
        }
    } while (!$done);
    return $hits;
}

// Not a key of the table: that could make room for others before a reader has seen it.
[$writers, $held] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
stream_set_blocking($writers, false);
foreach (range(0, WRITERS - 1) as $writer) {
    if (pcntl_fork() === 0) {
        writes($writer);
        exit(0);
    }
}
fclose($held);
$reader = pcntl_fork();
try {
    $read = reads($writers);
    $said = $read > 1_000 ? 'read' : "$read reads alone";
} catch (Throwable $fault) {
    $said = $fault->getMessage();
}
if ($reader === 0) {
    $said === 'read' or fwrite(STDERR, "$said\n");
    exit($said === 'read' ? 0 : 1);
}
echo $said, "\n";
while (pcntl_wait($status) > 0) {
    echo pcntl_wexitstatus($status), "\n";
}
?>
--EXPECT--
read
0
0
0
