/* What the files of WebSocket\PusherClient share: the object, and the steps of Pusher's protocol. */
#ifndef WEBSOCKET_PUSHER_CLIENT_H
#define WEBSOCKET_PUSHER_CLIENT_H

#include "php_websocket_client.h"
#include "server.h"

typedef struct {
	zval client;             /* a WebSocket\Client; UNDEF before the constructor */
	zend_string *base;       /* scheme, host and port, without a slash */
	zend_string *key;
	zend_string *secret;     /* empty without */
	zend_string *app;
	HashTable channels;      /* name to websocket_callback */
	zend_string *socket_id;  /* NULL before there is a connection */
	uint64_t connections;    /* how many there had been when socket_id was received */
	websocket_tie *tie;      /* of the server that it is attached to */
	zend_object std;
} websocket_pusher_client;

static inline websocket_pusher_client *websocket_pusher_client_of(zend_object *object)
{
	return (websocket_pusher_client *)((char *)object - XtOffsetOf(websocket_pusher_client, std));
}

/* pusher_client.c */
/* False with an exception if the constructor has not run. */
bool websocket_pusher_client_is_constructed(websocket_pusher_client *pusher);
/* Calls a function of PHP by name; false with an exception. */
bool websocket_pusher_client_call(const char *name, zval *result, uint32_t count, zval *arguments);
/* The value of a key; NULL if it is not there. */
zval *websocket_pusher_client_at(zval *array, const char *key);
/* HMAC with SHA-256 in hexadecimal; NULL with an exception. */
zend_string *websocket_pusher_client_sign(websocket_pusher_client *pusher, zend_string *text);
/* JSON of a value; NULL with an exception. */
zend_string *websocket_pusher_client_encode(zval *value);

/* pusher_client_receiving.c */
bool websocket_pusher_client_is_private(zend_string *channel);
/* Sends an event of the protocol. */
void websocket_pusher_client_send_event(websocket_pusher_client *pusher, const char *event, zval *data);
/* Subscribes to a channel, with a signature if it is private. */
void websocket_pusher_client_join(websocket_pusher_client *pusher, zend_string *channel);
/* Handles what arrives until the deadline; how many handlers were called. With an exception if the connection failed. */
zend_long websocket_pusher_client_receive(websocket_pusher_client *pusher, int64_t deadline);

#endif
