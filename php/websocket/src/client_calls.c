/* The calls of a client that may wait: each repeats a call of the core and a wait until it is complete. */
#include "php_websocket_client.h"

#include "zend_exceptions.h"

#define OPCODE_TEXT 0x1

void websocket_client_throw(int status, const bws_failure *failure)
{
	if (status == BWS_FAULT) {
		zend_throw_error(NULL, "WebSocket\\Client had a fault of its own and cannot be used any more");
		return;
	}
	zend_throw_exception_ex(websocket_connection_exception_ce, failure->code, "%.*s", (int) failure->len, failure->text);
}

/* Tells the property of a connection that is new. */
static void note_connection(websocket_client *client)
{
	uint64_t connections = bws_client_connections(client->core);
	if (EXPECTED(connections == client->known_connections)) {
		return;
	}
	client->known_connections = connections;
	zval *property = OBJ_PROP_NUM(&client->std, WEBSOCKET_CLIENT_PROPERTY_SUBPROTOCOL);
	bws_bytes name;
	zval_ptr_dtor(property);
	if (bws_client_subprotocol(client->core, &name)) {
		ZVAL_STRINGL(property, name.bytes, name.len);
	} else {
		ZVAL_NULL(property);
	}
}

bool websocket_client_connect(websocket_client *client)
{
	bws_failure failure;
	int status;
	while ((status = bws_client_try_connect(client->core, &failure)) == BWS_WAIT) {
		if (!websocket_client_wait(client, false, WEBSOCKET_NEVER)) {
			return false;
		}
	}
	if (status != BWS_DONE) {
		websocket_client_throw(status, &failure);
		return false;
	}
	note_connection(client);
	return true;
}

int websocket_client_receive(websocket_client *client, bws_message *message, int64_t deadline)
{
	bws_failure failure;
	for (;;) {
		int status = bws_client_try_receive(client->core, message, &failure);
		note_connection(client);
		if (status < 0) {
			websocket_client_throw(status, &failure);
		}
		if (status != BWS_WAIT || (deadline != WEBSOCKET_NEVER && websocket_now() >= deadline)) {
			return status;
		}
		if (!websocket_client_wait(client, false, deadline)) {
			return BWS_FAILED;
		}
	}
}

zend_string *websocket_client_payload(const bws_message *message)
{
	zend_string *payload = zend_string_init_fast(message->payload.bytes, message->payload.len);
#ifdef IS_STR_VALID_UTF8
	if (message->opcode == OPCODE_TEXT && !ZSTR_IS_INTERNED(payload)) {
		GC_ADD_FLAGS(payload, IS_STR_VALID_UTF8); /* the core has looked */
	}
#endif
	return payload;
}
