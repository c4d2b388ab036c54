/* WebSocket\Server: the addresses that it listens on, its certificate and its subprotocols. */
#include "server.h"

#include <unistd.h>

#include "ext/spl/spl_exceptions.h"
#include "zend_exceptions.h"

#include "listening.h"

#define THIS websocket_server_of(Z_OBJ_P(ZEND_THIS))

void websocket_server_close_listeners(websocket_server *server)
{
	for (size_t i = 0; i < server->listener_count; i++) {
		websocket_listener *listener = &server->listeners[i];
		if (listener->descriptor >= 0) {
			close(listener->descriptor);
		}
		/* The file goes with the process that made it, not with those that it forked. */
		if (listener->is_path && listener->process == websocket_process()) {
			unlink(ZSTR_VAL(listener->text) + sizeof("unix:") - 1);
		}
		zend_string_release(listener->text);
	}
	server->listener_count = 0;
}

static void add_listener(websocket_server *server, int descriptor, zend_string *text, bool is_path)
{
	server->listeners = safe_erealloc(server->listeners, server->listener_count + 1, sizeof(websocket_listener), 0);
	server->listeners[server->listener_count++] = (websocket_listener){descriptor, text, is_path, websocket_process()};
}

static void listen_on_path(websocket_server *server, zend_string *host, uint32_t backlog)
{
	bws_error error = {0};
	bws_bytes path = {ZSTR_VAL(host) + sizeof("unix:") - 1, ZSTR_LEN(host) - (sizeof("unix:") - 1)};
	int descriptor = bws_bind_path(path, backlog, &error);
	if (descriptor < 0) {
		zend_throw_exception_ex(spl_ce_RuntimeException, error.code, "Cannot listen on %s: %s", ZSTR_VAL(host), error.text);
		return;
	}
	add_listener(server, descriptor, zend_string_copy(host), true);
}

/* Reads the certificate that the options name, in place of the one that was read before; false with an exception. */
static bool read_certificate(websocket_server *server)
{
	bws_error error = {0};
	zval *tls = websocket_option(&server->options, OPTION_TLS);
	bws_certificate *certificate = bws_certificate_read(websocket_bytes(Z_STR_P(OBJ_PROP_NUM(Z_OBJ_P(tls), 0))),
		websocket_bytes(Z_STR_P(OBJ_PROP_NUM(Z_OBJ_P(tls), 1))), &error);
	if (!certificate) {
		zend_throw_exception_ex(spl_ce_RuntimeException, 0, "%s", error.text);
		return false;
	}
	bws_certificate_free(server->certificate);
	server->certificate = certificate;
	return true;
}

static void listen_on_port(websocket_server *server, zend_string *host, zend_long port, uint32_t backlog)
{
	char address[64];
	bws_error error = {0};
	bool shared = websocket_option_long(&server->options, OPTION_REUSE_PORT);
	if (!server->certificate && Z_TYPE_P(websocket_option(&server->options, OPTION_TLS)) == IS_OBJECT && !read_certificate(server)) {
		return;
	}
	int descriptor = bws_bind(websocket_bytes(host), port, backlog, shared, address, sizeof(address), &error);
	if (descriptor < 0) {
		bool is_bare_v6 = strchr(ZSTR_VAL(host), ':') && ZSTR_VAL(host)[0] != '[';
		zend_throw_exception_ex(spl_ce_RuntimeException, error.code, is_bare_v6 ? "Cannot listen on [%s]:%d: %s" : "Cannot listen on %s:%d: %s",
			ZSTR_VAL(host), (int)port, error.text);
		return;
	}
	add_listener(server, descriptor, zend_string_init(address, strlen(address), 0), false);
}

ZEND_METHOD(WebSocket_Server, listen)
{
	zend_string *host;
	zend_long port = 0;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(host)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(port)
	ZEND_PARSE_PARAMETERS_END();

	websocket_server *server = THIS;
	if (!websocket_server_is_constructed(server)) {
		RETURN_THROWS();
	}
	if (zend_str_has_nul_byte(host)) {
		zend_argument_value_error(1, "must not contain any null bytes");
		RETURN_THROWS();
	}
	if (ZSTR_LEN(host) == 0 || zend_string_equals_literal(host, "unix:")) {
		zend_argument_value_error(1, "must be an IP address, a name, or unix:/path");
		RETURN_THROWS();
	}
	if (port < 0 || port > 65535) {
		zend_argument_value_error(2, "must be between 0 and 65535, " ZEND_LONG_FMT " given", port);
		RETURN_THROWS();
	}
	if (server->core) {
		zend_throw_error(NULL, "The server runs already: listen() comes before run() and poll()");
		RETURN_THROWS();
	}
	uint32_t backlog = websocket_option_long(&server->options, OPTION_BACKLOG);
	if (zend_string_starts_with_cstr(host, "unix:", sizeof("unix:") - 1)) {
		listen_on_path(server, host, backlog);
	} else {
		listen_on_port(server, host, port, backlog);
	}
}

ZEND_METHOD(WebSocket_Server, getAddress)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_server *server = THIS;
	if (server->listener_count == 0) {
		zend_throw_error(NULL, "listen() must be called before getAddress()");
		RETURN_THROWS();
	}
	RETURN_STR_COPY(server->listeners[server->listener_count - 1].text);
}

ZEND_METHOD(WebSocket_Server, reloadTls)
{
	ZEND_PARSE_PARAMETERS_NONE();
	websocket_server *server = THIS;
	if (!websocket_server_is_constructed(server)) {
		RETURN_THROWS();
	}
	if (Z_TYPE_P(websocket_option(&server->options, OPTION_TLS)) != IS_OBJECT) {
		zend_throw_error(NULL, "This server has no TLS: set ServerOptions::$tls");
		RETURN_THROWS();
	}
	if (read_certificate(server)) {
		bws_server_set_certificate(server->core, server->certificate);
	}
}

/* Subprotocols */

void websocket_server_free_subprotocols(websocket_server *server)
{
	for (size_t i = 0; i < server->subprotocol_count; i++) {
		zend_string_release(server->subprotocols[i]);
	}
	if (server->subprotocols) {
		efree(server->subprotocols);
	}
	server->subprotocols = NULL;
	server->subprotocol_count = 0;
}

ZEND_METHOD(WebSocket_Server, subprotocols)
{
	zval *names = NULL;
	uint32_t count = 0;

	ZEND_PARSE_PARAMETERS_START(0, -1)
		Z_PARAM_VARIADIC('*', names, count)
	ZEND_PARSE_PARAMETERS_END();

	websocket_server *server = THIS;
	if (server->core) {
		zend_throw_error(NULL, "The server runs already: subprotocols() comes before run() and poll()");
		RETURN_THROWS();
	}
	for (uint32_t i = 0; i < count; i++) {
		zend_string *name;
		if (!zend_parse_arg_str(&names[i], &name, false, i + 1)) {
			zend_argument_type_error(i + 1, "must be of type string, %s given", zend_zval_type_name(&names[i]));
			RETURN_THROWS();
		}
		if (!bws_is_token(websocket_bytes(name))) {
			zend_argument_value_error(i + 1, "must be a token, as RFC 9110 has them: \"%s\" given", ZSTR_VAL(name));
			RETURN_THROWS();
		}
		for (uint32_t j = 0; j < i; j++) {
			if (zend_string_equals(Z_STR(names[j]), Z_STR(names[i]))) {
				zend_argument_value_error(i + 1, "must not be named twice: \"%s\"", ZSTR_VAL(name));
				RETURN_THROWS();
			}
		}
	}
	websocket_server_free_subprotocols(server);
	server->subprotocols = safe_emalloc(count, sizeof(zend_string *), 1);
	for (uint32_t i = 0; i < count; i++) {
		server->subprotocols[server->subprotocol_count++] = zend_string_copy(Z_STR(names[i]));
	}
}
