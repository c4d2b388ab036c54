<?php

declare(strict_types=1);

namespace Bench;

/** One client's way to an open WebSocket. */
final class Client
{
    /** The sample key of RFC 6455, section 1.3, and the answer that it derives from it. */
    private const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';
    private const ACCEPT = 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=';

    /**
     * A connection, tried again until the server listens.
     *
     * @return resource
     */
    public static function connect(ServerProcess $server, float $seconds, ?int $port = null, bool $tls = false)
    {
        $url = ($tls ? 'tls' : 'tcp') . '://127.0.0.1:' . ($port ?? $server->port);
        $any = ['allow_self_signed' => true, 'verify_peer' => false, 'verify_peer_name' => false];
        $deadline = microtime(true) + $seconds;
        do {
            $context = stream_context_create(['ssl' => $any, 'socket' => ['tcp_nodelay' => true]]);
            $socket = @stream_socket_client($url, $code, $error, $tls ? 2.0 : 0.1, STREAM_CLIENT_CONNECT, $context);
            if ($socket !== false) {
                return $socket;
            }
            $server->mustRun();
            usleep(1000);
        } while (microtime(true) < $deadline);
        throw new Failure("cannot connect to {$url} in {$seconds} s: {$error}");
    }

    /**
     * Asks for the upgrade, and for a subprotocol if there is one.
     *
     * @param resource $socket
     */
    public static function upgrade($socket, ?string $subprotocol = null): void
    {
        $offer = $subprotocol === null ? '' : "Sec-WebSocket-Protocol: {$subprotocol}\r\n";
        fwrite($socket, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            . 'Sec-WebSocket-Key: ' . self::KEY . "\r\nSec-WebSocket-Version: 13\r\n{$offer}\r\n");
    }

    /**
     * Reads the answer with a single read, as the published benchmark does, and checks it.
     *
     * @param resource $socket
     * @return string what came behind its head
     */
    public static function upgraded($socket, ?string $subprotocol = null): string
    {
        stream_set_timeout($socket, 5);
        $answer = (string) fread($socket, 4096);
        $end = strpos($answer, "\r\n\r\n");
        $head = substr($answer, 0, (int) $end) . "\r\n";
        // Workerman says "Switching Protocol", which is as good.
        if (!str_starts_with($answer, 'HTTP/1.1 101 ') || $end === false || stripos($head, ': ' . self::ACCEPT . "\r\n") === false) {
            throw new Failure('the upgrade was not accepted: ' . json_encode(substr($answer, 0, 300), JSON_INVALID_UTF8_SUBSTITUTE));
        }
        if ($subprotocol !== null && stripos($head, "\r\nSec-WebSocket-Protocol: {$subprotocol}\r\n") === false) {
            throw new Failure("the subprotocol {$subprotocol} was not agreed on: " . json_encode($head));
        }
        return substr($answer, $end + 4);
    }
}
