/* Replies that are text with structure: INFO's lines, CLIENT LIST's words. Numbers in them become numbers. */
#include "commands.h"




static void add_pair(zval *to, const char *name, size_t name_len, const char *text, size_t len)
{
	zend_long integer;
	double number;
	zval value;
	switch (is_numeric_string(text, len, &integer, &number, false)) {
		case IS_LONG:
			ZVAL_LONG(&value, integer);
			break;
		case IS_DOUBLE:
			ZVAL_DOUBLE(&value, number);
			break;
		default:
			ZVAL_STRINGL(&value, text, len);
	}
	zend_symtable_str_update(Z_ARRVAL_P(to), name, name_len, &value);
}

/* `part`s between any of `ends`, each a name and a value with `middle` between them. */
static void split(zval *to, const char *text, size_t len, const char *ends, char middle)
{
	const char *at = text, *end = text + len;
	array_init(to);
	while (at < end) {
		size_t part = 0;
		while (at + part < end && !strchr(ends, at[part])) {
			part++;
		}
		const char *colon = memchr(at, middle, part);
		if (part > 0 && *at != '#') {
			if (colon) {
				add_pair(to, at, colon - at, colon + 1, at + part - colon - 1);
			} else {
				add_next_index_stringl(to, at, part);
			}
		}
		at += part + 1;
	}
}

/* A reply of text, which becomes something else; anything but text is told as it is. */
static bool read_split(baton_redis *redis, zval *to, const char *ends, char middle)
{
	zval text;
	if (!baton_next_text(redis, &text)) {
		return false;
	}
	if (Z_TYPE(text) != IS_STRING) {
		ZVAL_COPY_VALUE(to, &text);
		return true;
	}
	split(to, Z_STRVAL(text), Z_STRLEN(text), ends, middle);
	zval_ptr_dtor_str(&text);
	return true;
}

bool baton_reply_info(baton_redis *redis, zval *to, const baton_context *context)
{
	return read_split(redis, to, "\r\n", ':');
}

bool baton_reply_client_info(baton_redis *redis, zval *to, const baton_context *context)
{
	return read_split(redis, to, " \r\n", '=');
}

bool baton_reply_client_list(baton_redis *redis, zval *to, const baton_context *context)
{
	zval text;
	if (!baton_next_text(redis, &text)) {
		return false;
	}
	if (Z_TYPE(text) != IS_STRING) {
		ZVAL_COPY_VALUE(to, &text);
		return true;
	}
	array_init(to);
	const char *at = Z_STRVAL(text), *end = at + Z_STRLEN(text);
	while (at < end) {
		const char *line = memchr(at, '\n', end - at);
		size_t len = (line ? line : end) - at;
		if (len > 0) {
			zval client;
			split(&client, at, len, " \r", '=');
			add_next_index_zval(to, &client);
		}
		at += len + 1;
	}
	zval_ptr_dtor_str(&text);
	return true;
}
