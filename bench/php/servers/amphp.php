<?php

declare(strict_types=1);

// amphp/websocket-server, which gives each client a Fiber. It checks UTF-8; heartbeat and rate limit are off.

use Amp\Http\Server\DefaultErrorHandler;
use Amp\Http\Server\Request;
use Amp\Http\Server\Response;
use Amp\Http\Server\SocketHttpServer;
use Amp\Socket\InternetAddress;
use Amp\Websocket\Parser\Rfc6455ParserFactory;
use Amp\Websocket\Server\Rfc6455Acceptor;
use Amp\Websocket\Server\Rfc6455ClientFactory;
use Amp\Websocket\Server\Websocket;
use Amp\Websocket\Server\WebsocketAcceptor;
use Amp\Websocket\Server\WebsocketClientGateway;
use Amp\Websocket\Server\WebsocketClientHandler;
use Amp\Websocket\WebsocketClient;
use Bench\Job;
use Psr\Log\NullLogger;

$job = require __DIR__ . '/begin.php';

$handler = new class($job) implements WebsocketClientHandler {
    /** @var array<int, WebsocketClient> */
    private array $clients = [];

    private int $opened = 0;

    private int $received = 0;

    private WebsocketClientGateway $gateway;

    public function __construct(private readonly Job $job)
    {
        $this->gateway = new WebsocketClientGateway();
    }

    public function handleClient(WebsocketClient $client, Request $request, Response $response): void
    {
        $scenario = $this->job->scenario;
        if ($scenario === 'swallow') {
            $this->swallow($client);
            return;
        }
        $counts = $scenario === 'upgrade' || $scenario === 'idle';
        if ($counts && $this->opened === 0) {
            $this->job->start();
        }
        $this->clients[$client->getId()] = $client;
        if (++$this->opened === $this->job->connections && $counts) {
            $this->job->finish($this->opened);
        }
        if ($scenario === 'upgrade') {
            unset($this->clients[$client->getId()]);
            $client->close();
            return;
        }
        $this->gateway->addClient($client);
        while ($message = $client->receive()) {
            $this->take($client, $message->buffer());
        }
        unset($this->clients[$client->getId()]);
    }

    private function swallow(WebsocketClient $client): void
    {
        $this->job->start();
        while ($message = $client->receive()) {
            $message->buffer();
            ++$this->received;
        }
        $this->job->finish($this->received);
    }

    private function take(WebsocketClient $client, string $payload): void
    {
        $scenario = $this->job->scenario;
        $counts = !str_starts_with($scenario, 'open-');
        if ($counts && $this->received === 0) {
            $this->job->start();
        }
        $copies = 1;
        if ($scenario === 'echo' || $scenario === 'open-echo') {
            $client->sendText($payload);
        } elseif ($scenario === 'open-native-broadcast') {
            $this->gateway->broadcastText($payload)->ignore();
        } else {
            $copies = $this->job->connections;
            foreach ($this->clients as $other) {
                $other->sendText($payload);
            }
        }
        if (++$this->received === $this->job->messages && $counts) {
            $this->job->finish($this->received * $copies);
        }
    }
};

// The library leaves subprotocols to the program.
$acceptor = new class($job->subprotocol) implements WebsocketAcceptor {
    private Rfc6455Acceptor $acceptor;

    public function __construct(private readonly string $subprotocol)
    {
        $this->acceptor = new Rfc6455Acceptor();
    }

    public function handleHandshake(Request $request): Response
    {
        $response = $this->acceptor->handleHandshake($request);
        if ($this->subprotocol !== '' && $request->getHeader('sec-websocket-protocol') === $this->subprotocol) {
            $response->setHeader('sec-websocket-protocol', $this->subprotocol);
        }
        return $response;
    }
};

$logger = new NullLogger();
$server = SocketHttpServer::createForDirectAccess($logger, connectionLimit: 20_000, connectionLimitPerIp: 20_000, concurrencyLimit: null);
$parsers = new Rfc6455ParserFactory(validateUtf8: true, messageSizeLimit: PHP_INT_MAX, frameSizeLimit: PHP_INT_MAX);
$clients = new Rfc6455ClientFactory(heartbeatQueue: null, rateLimit: null, parserFactory: $parsers);
$server->expose(new InternetAddress('127.0.0.1', $job->port));
$server->start(new Websocket($server, $logger, $acceptor, $handler, clientFactory: $clients), new DefaultErrorHandler());

Amp\trapSignal([SIGTERM, SIGINT]);
$server->stop();
