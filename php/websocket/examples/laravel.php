<?php

/**
 * A command of a Laravel application, for app/Console/Commands/WebSocketServe.php:
 *
 *     php artisan websocket:serve --listen=127.0.0.1:8081 --workers=4
 *
 * Clients say who they are with a token of Laravel Sanctum, as ws://…/?token=…, and join a topic of their own: any handler or
 * timer may publish() to "user:ID". Each worker connects to the database by itself, in onWorkerStart().
 */

declare(strict_types=1);

namespace App\Console\Commands;

use Illuminate\Console\Command;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Log;
use Laravel\Sanctum\PersonalAccessToken;
use WebSocket\Connection;
use WebSocket\Request;
use WebSocket\Server;
use WebSocket\ServerOptions;

final class WebSocketServe extends Command
{
    protected $signature = 'websocket:serve {--listen=127.0.0.1:8081} {--workers=1}';

    protected $description = 'Serves WebSocket clients';

    public function handle(): int
    {
        $server = new Server(new ServerOptions(
            workers: (int) $this->option('workers'),
            allowedOrigins: config('cors.allowed_origins') === ['*'] ? [] : config('cors.allowed_origins'),
            pingIntervalMs: 30_000,
        ));
        [$host, $port] = explode(':', $this->option('listen'));
        $server->listen($host, (int) $port);
        $server->onWorkerStart(fn () => DB::purge()); // a connection is not to be shared by processes
        $server->onOpen($this->welcome(...));
        $server->onMessage($this->receive(...));
        $server->onError(fn (\Throwable $error) => Log::error($error->getMessage(), ['exception' => $error]));
        $this->info("listening on ws://{$server->getAddress()}");
        $server->run();

        return self::SUCCESS;
    }

    /** Returning false closes the connection with 1008. */
    private function welcome(Connection $connection): bool
    {
        $user = $this->userOf($connection->request);
        if ($user === null) {
            return false;
        }
        $connection->data = $user->getKey();
        $connection->subscribe("user:{$user->getKey()}");

        return true;
    }

    private function receive(Connection $connection, string $payload): void
    {
        $connection->send(json_encode(['user' => $connection->data, 'said' => $payload], JSON_THROW_ON_ERROR));
    }

    private function userOf(Request $request): ?\Illuminate\Database\Eloquent\Model
    {
        parse_str($request->query, $parameters);
        $token = $parameters['token'] ?? null;

        return is_string($token) ? PersonalAccessToken::findToken($token)?->tokenable : null;
    }
}
