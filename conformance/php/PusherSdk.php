<?php

/**
 * Requests and signatures in the form of Pusher's PHP SDK, which Composer's registry alone carries: where that is
 * out of reach, Laravel's broadcaster runs over this class. It knows the calls that Laravel makes.
 */

declare(strict_types=1);

namespace Pusher;

class ApiErrorException extends \Exception
{
}

class Pusher
{
    /** @param string $prefix a path before /apps, which is called and is not signed */
    public function __construct(
        private string $key,
        private string $secret,
        private string $appId,
        private string $origin,
        private string $prefix = '',
    ) {
    }

    /** Publishes; the decoded answer. */
    public function trigger(array|string $channels, string $event, mixed $data, array $parameters = []): object
    {
        $body = json_encode(
            ['name' => $event, 'data' => json_encode($data), 'channels' => array_values((array) $channels)] + $parameters,
        );

        return $this->request('POST', '/events', $body);
    }

    /** A query, such as `/channels` with `['info' => 'user_count']`. */
    public function get(string $path, array $query = []): object
    {
        return $this->request('GET', $path, '', $query);
    }

    /** The answer of an application to a client that wants into a private channel. */
    public function socket_auth(string $channel, string $socketId, ?string $channelData = null): string
    {
        $signed = "$socketId:$channel" . ($channelData === null ? '' : ":$channelData");
        $answer = ['auth' => "$this->key:" . hash_hmac('sha256', $signed, $this->secret)];

        return json_encode($channelData === null ? $answer : $answer + ['channel_data' => $channelData]);
    }

    /** The same for a presence channel. */
    public function presence_auth(string $channel, string $socketId, string|int $userId, mixed $info = null): string
    {
        $data = ['user_id' => $userId] + ($info ? ['user_info' => $info] : []);

        return $this->socket_auth($channel, $socketId, json_encode($data));
    }

    private function request(string $method, string $path, string $body, array $query = []): object
    {
        $path = "/apps/$this->appId$path";
        $query += ['auth_key' => $this->key, 'auth_timestamp' => time(), 'auth_version' => '1.0'];
        if ($body !== '') {
            $query['body_md5'] = md5($body);
        }
        ksort($query);
        $plain = implode('&', array_map(
            fn ($name, $value) => "$name=" . (is_array($value) ? implode(',', $value) : $value),
            array_keys($query),
            $query,
        ));
        $query['auth_signature'] = hash_hmac('sha256', "$method\n$path\n$plain", $this->secret);

        $curl = curl_init("$this->origin$this->prefix$path?" . http_build_query($query));
        curl_setopt_array($curl, [
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_TIMEOUT => 5,
            CURLOPT_HTTPHEADER => ['Content-Type: application/json'],
        ] + ($body === '' ? [] : [CURLOPT_POSTFIELDS => $body]));
        $text = curl_exec($curl);
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        if ($status !== 200) {
            throw new ApiErrorException($text === false ? curl_error($curl) : $text, $status);
        }

        return json_decode($text, false, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
    }
}
