/* WebSocket\Client and WebSocket\ConnectionException: the object and its methods. What the client does is in rust/src/client, so
 * that it has Rust's tests. */
#include "php_websocket_client.h"

#include "frame.h"

#include <fcntl.h>
#include <unistd.h>

#include "ext/spl/spl_exceptions.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "client_arginfo.h"

zend_class_entry *websocket_client_ce;
zend_class_entry *websocket_client_options_ce;
zend_class_entry *websocket_connection_exception_ce;

static zend_object_handlers handlers;

static zend_object *create(zend_class_entry *ce)
{
	websocket_client *client = zend_object_alloc(sizeof(websocket_client), ce);
	client->owner = getpid();
	zend_object_std_init(&client->std, ce);
	object_properties_init(&client->std, ce);
	ZVAL_NULL(OBJ_PROP_NUM(&client->std, WEBSOCKET_CLIENT_PROPERTY_SUBPROTOCOL));
	client->std.handlers = &handlers;
	return &client->std;
}

static void destroy(zend_object *object)
{
	websocket_client *client = websocket_client_of(object);
	if (client->stream) {
		zend_list_delete(client->stream);
	}
	if (client->core) {
		bws_client_free(client->core, client->owner != getpid());
	}
	zend_object_std_dtor(object);
}

bool websocket_client_own(websocket_client *client)
{
	pid_t self = getpid();
	if (client->owner == self) {
		return true;
	}
	if (bws_client_is_connected(client->core)) {
		zend_throw_exception_ex(websocket_connection_exception_ce, 0,
			"the connection belongs to process %d, which forked this one: make another Client here", (int) client->owner);
		return false;
	}
	bws_client_adopt(client->core);
	if (client->stream) {
		zend_list_delete(client->stream);
		client->stream = NULL;
	}
	client->owner = self;
	return true;
}

/* The client of a method's object, if this process may use it. */
static websocket_client *enter(zval *object)
{
	websocket_client *client = websocket_client_of(Z_OBJ_P(object));
	if (!client->core) {
		zend_throw_error(NULL, "WebSocket\\Client was made without its constructor");
		return NULL;
	}
	return websocket_client_own(client) ? client : NULL;
}

ZEND_METHOD(WebSocket_Client, __construct)
{
	zend_string *url;
	zval *options = NULL;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(url)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(options)
	ZEND_PARSE_PARAMETERS_END();

	if (options && Z_TYPE_P(options) != IS_ARRAY
		&& (Z_TYPE_P(options) != IS_OBJECT || Z_OBJCE_P(options) != websocket_client_options_ce)) {
		zend_argument_type_error(2, "must be of type WebSocket\\ClientOptions|array, %s given", zend_zval_type_name(options));
		RETURN_THROWS();
	}
	websocket_client *client = websocket_client_of(Z_OBJ_P(ZEND_THIS));
	if (client->core) {
		zend_throw_error(NULL, "WebSocket\\Client is constructed already");
		RETURN_THROWS();
	}
	client->core = websocket_client_configure(url, options);
}

ZEND_METHOD(WebSocket_Client, connect)
{
	ZEND_PARSE_PARAMETERS_NONE();

	websocket_client *client = enter(ZEND_THIS);
	if (!client) {
		RETURN_THROWS();
	}
	bws_failure failure;
	int status = bws_client_begin(client->core, &failure);
	if (status != BWS_DONE) {
		websocket_client_throw(status, &failure);
		RETURN_THROWS();
	}
	websocket_client_connect(client);
}

/* Whether a message may be sent; throws if not. */
ZEND_METHOD(WebSocket_Client, send)
{
	zend_string *payload;
	zend_object *type = NULL;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(payload)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS(type, websocket_message_type_ce)
	ZEND_PARSE_PARAMETERS_END();

	uint8_t opcode;
	if (!websocket_check_message(payload, type, &opcode, false)) {
		RETURN_THROWS();
	}
	websocket_client *client = enter(ZEND_THIS);
	if (!client || !websocket_client_connect(client)) {
		RETURN_THROWS();
	}
	bws_failure failure;
	int status = bws_client_queue(client->core, opcode, (bws_bytes) {ZSTR_VAL(payload), ZSTR_LEN(payload)}, &failure);
	if (status == BWS_DONE) {
		while ((status = bws_client_try_flush(client->core, &failure)) == BWS_WAIT) {
			if (!websocket_client_wait(client, true, WEBSOCKET_NEVER)) {
				RETURN_THROWS();
			}
		}
	}
	if (status != BWS_DONE) {
		websocket_client_throw(status, &failure);
	}
}

/* The moment at which a time that begins now is over. */
static int64_t deadline_of(zend_long milliseconds)
{
	int64_t now = websocket_now();
	return milliseconds > (WEBSOCKET_NEVER - now) / 1000000 ? WEBSOCKET_NEVER : now + milliseconds * 1000000;
}

ZEND_METHOD(WebSocket_Client, receive)
{
	zend_long timeout = 0;
	bool is_null = true;
	zval *type = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG_OR_NULL(timeout, is_null)
		Z_PARAM_ZVAL(type)
	ZEND_PARSE_PARAMETERS_END();

	if (timeout < 0) {
		zend_argument_value_error(1, "must be 0 or more milliseconds, or null to wait for ever");
		RETURN_THROWS();
	}
	websocket_client *client = enter(ZEND_THIS);
	if (!client) {
		RETURN_THROWS();
	}
	bws_message message;
	int status = websocket_client_receive(client, &message, is_null ? WEBSOCKET_NEVER : deadline_of(timeout));
	if (status < 0) {
		RETURN_THROWS();
	}
	if (status != BWS_DONE) {
		if (type) {
			ZEND_TRY_ASSIGN_REF_NULL(type);
		}
		RETURN_NULL();
	}
	RETVAL_STR(websocket_client_payload(&message));
	if (type) {
		zval found;
		ZVAL_OBJ_COPY(&found, websocket_message_type(message.opcode));
		ZEND_TRY_ASSIGN_REF_TMP(type, &found);
	}
}

ZEND_METHOD(WebSocket_Client, close)
{
	zend_long code = 1000;
	zend_string *reason = ZSTR_EMPTY_ALLOC();

	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(code)
		Z_PARAM_STR(reason)
	ZEND_PARSE_PARAMETERS_END();

	if (!websocket_check_close(code, 1, reason, 2)) {
		RETURN_THROWS();
	}
	websocket_client *client = enter(ZEND_THIS);
	if (!client) {
		RETURN_THROWS();
	}
	bws_failure failure;
	int status = bws_client_start_close(client->core, (uint16_t) code, (bws_bytes) {ZSTR_VAL(reason), ZSTR_LEN(reason)}, &failure);
	if (status == BWS_DONE) {
		while ((status = bws_client_try_close(client->core, &failure)) == BWS_WAIT) {
			if (!websocket_client_wait(client, false, WEBSOCKET_NEVER)) {
				RETURN_THROWS();
			}
		}
	}
	if (status != BWS_DONE) {
		websocket_client_throw(status, &failure);
	}
}

ZEND_METHOD(WebSocket_Client, isOpen)
{
	ZEND_PARSE_PARAMETERS_NONE();

	websocket_client *client = websocket_client_of(Z_OBJ_P(ZEND_THIS));
	RETURN_BOOL(client->core && bws_client_is_open(client->core));
}

ZEND_METHOD(WebSocket_Client, getCloseCode)
{
	ZEND_PARSE_PARAMETERS_NONE();

	websocket_client *client = websocket_client_of(Z_OBJ_P(ZEND_THIS));
	bws_bytes reason;
	uint16_t code = client->core ? bws_client_close_code(client->core, &reason) : 0;
	if (code) {
		RETURN_LONG(code);
	}
}

ZEND_METHOD(WebSocket_Client, getCloseReason)
{
	ZEND_PARSE_PARAMETERS_NONE();

	websocket_client *client = websocket_client_of(Z_OBJ_P(ZEND_THIS));
	bws_bytes reason;
	if (client->core && bws_client_close_code(client->core, &reason)) {
		RETURN_STRINGL(reason.bytes, reason.len);
	}
	RETURN_EMPTY_STRING();
}

ZEND_METHOD(WebSocket_Client, getReconnects)
{
	ZEND_PARSE_PARAMETERS_NONE();

	websocket_client *client = websocket_client_of(Z_OBJ_P(ZEND_THIS));
	RETURN_LONG(client->core ? (zend_long) bws_client_reconnects(client->core) : 0);
}

/* A stream over a descriptor of its own, so that whoever closes it takes nothing from the client. */
static zend_resource *open_stream(websocket_client *client)
{
	int readiness = bws_client_readiness(client->core);
	int descriptor = readiness < 0 ? -1 : fcntl(readiness, F_DUPFD_CLOEXEC, 0);
	if (descriptor < 0) {
		zend_throw_exception_ex(websocket_connection_exception_ce, EMFILE,
			"no stream can be opened: the process has no descriptor left (ulimit -n)");
		return NULL;
	}
	php_stream *stream = php_stream_fopen_from_fd(descriptor, "r", NULL);
	if (!stream) {
		close(descriptor);
		zend_throw_exception_ex(websocket_connection_exception_ce, 0, "no stream can be opened");
		return NULL;
	}
	stream->flags |= PHP_STREAM_FLAG_NO_BUFFER;
	php_stream_auto_cleanup(stream);
	return stream->res;
}

ZEND_METHOD(WebSocket_Client, getStream)
{
	ZEND_PARSE_PARAMETERS_NONE();

	websocket_client *client = enter(ZEND_THIS);
	if (!client || !websocket_client_connect(client)) {
		RETURN_THROWS();
	}
	if (client->stream && client->stream->type < 0) {
		zend_list_delete(client->stream); /* fclose() was called */
		client->stream = NULL;
	}
	if (!client->stream) {
		client->stream = open_stream(client);
		if (!client->stream) {
			RETURN_THROWS();
		}
	}
	GC_ADDREF(client->stream);
	RETURN_RES(client->stream);
}

ZEND_METHOD(WebSocket_Client, getIterator)
{
	ZEND_PARSE_PARAMETERS_NONE();

	zend_create_internal_iterator_zval(return_value, ZEND_THIS);
}

void websocket_register_client(void)
{
	websocket_client_options_ce = register_class_WebSocket_ClientOptions();
	websocket_connection_exception_ce = register_class_WebSocket_ConnectionException(spl_ce_RuntimeException);
	websocket_client_ce = register_class_WebSocket_Client(zend_ce_aggregate);
	websocket_client_ce->create_object = create;
	websocket_client_ce->get_iterator = websocket_client_iterator;
	memcpy(&handlers, &std_object_handlers, sizeof(handlers));
	handlers.offset = XtOffsetOf(websocket_client, std);
	handlers.free_obj = destroy;
	handlers.clone_obj = NULL;
}
