/* What the files of WebSocket\Client share. */
#ifndef PHP_WEBSOCKET_CLIENT_H
#define PHP_WEBSOCKET_CLIENT_H

#include "php_websocket.h"

#include "client.h"

typedef struct {
	/* NULL before the constructor has run. */
	bws_client *core;
	/* The process that may use the socket; one that is forked has it too, and must leave it alone. */
	pid_t owner;
	/* How many connections of the core the properties have been told of. */
	uint64_t known_connections;
	/* What getStream() gave, or NULL. */
	zend_resource *stream;
	zend_object std;
} websocket_client;

static inline websocket_client *websocket_client_of(zend_object *object)
{
	return (websocket_client *) ((char *) object - XtOffsetOf(websocket_client, std));
}

/* The property $subprotocol, the only one of a client. */
#define WEBSOCKET_CLIENT_PROPERTY_SUBPROTOCOL 0

extern zend_class_entry *websocket_client_ce;
extern zend_class_entry *websocket_client_options_ce;
extern zend_class_entry *websocket_connection_exception_ce;

/* A time of the monotonic clock in nanoseconds; WEBSOCKET_NEVER for none. */
#define WEBSOCKET_NEVER INT64_MAX
int64_t websocket_now(void);

/* Waits until the client may go on, or the deadline has come; a signal may end it earlier. `for_write` is for what is being
 * sent: messages that are there already do not end it. False if an exception was thrown: whoever waits is to return. */
bool websocket_client_wait(websocket_client *client, bool for_write, int64_t deadline);

/* Throws what the core said, or that it can say nothing any more. */
void websocket_client_throw(int status, const bws_failure *failure);

/* Makes a client that has no connection this process's own; false with an exception for one that another process uses. */
bool websocket_client_own(websocket_client *client);

/* Waits until there is a connection; false if an exception was thrown. */
bool websocket_client_connect(websocket_client *client);

/* The next message: BWS_DONE, BWS_CLOSED, BWS_WAIT at the deadline; another value if an exception was thrown. */
int websocket_client_receive(websocket_client *client, bws_message *message, int64_t deadline);

/* A payload as a string of PHP. */
zend_string *websocket_client_payload(const bws_message *message);

/* What foreach asks for. */
zend_object_iterator *websocket_client_iterator(zend_class_entry *ce, zval *object, int by_reference);

/* ClientOptions: in the order of the constructor, and of the properties. */
enum {
	WEBSOCKET_CLIENT_HEADERS,
	WEBSOCKET_CLIENT_SUBPROTOCOLS,
	WEBSOCKET_CLIENT_CONNECT_TIMEOUT,
	WEBSOCKET_CLIENT_MAX_MESSAGE_SIZE,
	WEBSOCKET_CLIENT_COMPRESSION,
	WEBSOCKET_CLIENT_PING_INTERVAL,
	WEBSOCKET_CLIENT_PONG_TIMEOUT,
	WEBSOCKET_CLIENT_CLOSE_TIMEOUT,
	WEBSOCKET_CLIENT_RECONNECT_ATTEMPTS,
	WEBSOCKET_CLIENT_RECONNECT_DELAY,
	WEBSOCKET_CLIENT_VERIFY_PEER,
	WEBSOCKET_CLIENT_CA_FILE,
	WEBSOCKET_CLIENT_OPTIONS
};

/* Takes the values of all options out of ClientOptions, an array of some, or NULL; borrowed. False if an exception was
 * thrown. */
bool websocket_client_options(zval *options, zval *values);

/* A core for the URL and the options, ClientOptions or an array; NULL if an exception was thrown. */
bws_client *websocket_client_configure(zend_string *url, zval *options);

#endif
