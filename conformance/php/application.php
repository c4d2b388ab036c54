<?php

/**
 * A Laravel application's side, in one process for one job: the job comes as JSON on standard input, the answer
 * goes as JSON to standard output.
 *
 * LARAVEL_CLASSES names a folder with Laravel's own `Illuminate` in it; then events and authorisations go through
 * its unmodified PusherBroadcaster.
 */

declare(strict_types=1);

require __DIR__ . '/PusherSdk.php';

/** Laravel's classes lie in one folder for each of its packages; two packages share the namespace of Support. */
spl_autoload_register(function (string $class): void {
    $folder = getenv('LARAVEL_CLASSES');
    $below = str_replace('\\', '/', $class);
    foreach ([$below, preg_replace('#^Illuminate/Support/#', 'Illuminate/Collections/', $below), preg_replace('#^Illuminate/Support/Traits/#', 'Illuminate/Macroable/Traits/', $below)] as $path) {
        if ($folder && is_file("$folder/$path.php")) {
            require_once "$folder/$path.php";

            return;
        }
    }
});

if ($folder = getenv('LARAVEL_CLASSES')) {
    // Composer would load it: the functions that Laravel's classes call.
    require_once "$folder/Illuminate/Collections/helpers.php";
}

$job = json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR);
$app = $job['app'];
$pusher = new Pusher\Pusher($app['key'], $app['secret'], $app['id'], $job['origin'], $job['prefix'] ?? '');

/** What Laravel's broadcaster asks of a request and of its user. */
final class Request
{
    public function __construct(public string $channel_name, public string $socket_id, private array $user)
    {
    }

    public function input(string $name, mixed $default = null): mixed
    {
        return $default;
    }

    public function user(): object
    {
        return new class ($this->user['id']) {
            public function __construct(private int|string $id)
            {
            }

            public function getAuthIdentifier(): int|string
            {
                return $this->id;
            }
        };
    }
}

try {
    $answer = match ($job['do']) {
        'trigger' => $pusher->trigger($job['channels'], $job['event'], $job['payload'], $job['parameters'] ?? []),
        'get' => $pusher->get($job['path'], $job['query'] ?? []),
        // From version 9 on Laravel sends a hundred channels at a time, which is what the API takes.
        'broadcast' => array_map(
            fn (array $chunk) => (new Illuminate\Broadcasting\Broadcasters\PusherBroadcaster($pusher))
                ->broadcast($chunk, $job['event'], $job['payload']),
            array_chunk($job['channels'], 100),
        ),
        'authorise' => (new Illuminate\Broadcasting\Broadcasters\PusherBroadcaster($pusher))->validAuthenticationResponse(
            new Request($job['channel'], $job['socket_id'], $job['user'] ?? ['id' => 0]),
            $job['user']['info'] ?? true,
        ),
        'sign' => json_decode($pusher->socket_auth($job['channel'], $job['socket_id'])),
    };
    echo json_encode(['answer' => $answer]);
} catch (Exception $error) {
    echo json_encode(['error' => $error->getMessage(), 'status' => $error->getCode()]);
}
