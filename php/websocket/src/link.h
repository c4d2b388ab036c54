/* What the files of WebSocket\Link share. */
#ifndef WEBSOCKET_LINK_H
#define WEBSOCKET_LINK_H

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
	uint64_t connections;    /* how many there had been when it was told */
	websocket_tie *tie;      /* of the server that it is attached to */
	zend_object std;
} websocket_link;

static inline websocket_link *websocket_link_of(zend_object *object)
{
	return (websocket_link *)((char *)object - XtOffsetOf(websocket_link, std));
}

/* link.c */
/* False with an exception if the constructor has not run. */
bool websocket_link_is_constructed(websocket_link *link);
/* Calls a function of PHP by name; false with an exception. */
bool websocket_link_call(const char *name, zval *result, uint32_t count, zval *arguments);
/* The value of a key; NULL if it is not there. */
zval *websocket_link_at(zval *array, const char *key);
/* HMAC with SHA-256 in hexadecimal; NULL with an exception. */
zend_string *websocket_link_sign(websocket_link *link, zend_string *text);
/* JSON of a value; NULL with an exception. */
zend_string *websocket_link_encode(zval *value);

/* link_hearing.c */
bool websocket_link_is_private(zend_string *channel);
/* Sends an event of the protocol. */
void websocket_link_say(websocket_link *link, const char *event, zval *data);
/* Asks to hear a channel. */
void websocket_link_ask_for(websocket_link *link, zend_string *channel);
/* Takes what has come until the deadline; how many handlers were called. With an exception if the connection failed. */
zend_long websocket_link_receive(websocket_link *link, int64_t deadline);

#endif
