/* TLS: the names of PHP's context options, and no others. */
#include "redis.h"

#include "tls.h"

static zval *find(zend_array *options, const char *name)
{
	zval *value = options ? zend_hash_str_find(options, name, strlen(name)) : NULL;
	if (value) {
		ZVAL_DEREF(value);
	}
	return value;
}

static bool flag(zend_array *options, const char *name, bool otherwise)
{
	zval *value = find(options, name);
	return value ? zend_is_true(value) : otherwise;
}

static bc_bytes text(zend_array *options, const char *name)
{
	zval *value = find(options, name);
	if (value == NULL || Z_TYPE_P(value) != IS_STRING) {
		return (bc_bytes) {NULL, 0};
	}
	return (bc_bytes) {Z_STRVAL_P(value), Z_STRLEN_P(value)};
}

void baton_tls_settings(bc_endpoint_settings *settings, zend_array *options)
{
	settings->tls = options != NULL;
	settings->verify_peer = flag(options, "verify_peer", true);
	settings->verify_name = flag(options, "verify_peer_name", true);
	settings->allow_self_signed = flag(options, "allow_self_signed", false);
	settings->ca_file = text(options, "cafile");
	settings->ca_path = text(options, "capath");
	settings->certificate = text(options, "local_cert");
	settings->key = text(options, "local_pk");
	settings->peer_name = text(options, "peer_name");
}

void baton_tls_append(smart_str *to, zend_array *options)
{
	bc_endpoint_settings settings;
	baton_tls_settings(&settings, options);
	const bc_bytes texts[] = {
		settings.ca_file, settings.ca_path, settings.certificate, settings.key, settings.peer_name,
	};
	smart_str_appendc(to, '\0');
	smart_str_appendc(to, settings.verify_peer ? '1' : '0');
	smart_str_appendc(to, settings.verify_name ? '1' : '0');
	smart_str_appendc(to, settings.allow_self_signed ? '1' : '0');
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		if (texts[i].len) {
			smart_str_appendl(to, texts[i].bytes, texts[i].len);
		}
		smart_str_appendc(to, '\0');
	}
}
