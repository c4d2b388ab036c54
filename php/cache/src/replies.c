/* Replies that are one value. */
#include "redis_events.h"
#include "replies.h"

bool baton_skip(baton_redis *redis, const bc_node *node)
{
	bc_failure failure;
	if (EXPECTED(bc_skip(redis->connection, node, &failure))) {
		return true;
	}
	baton_redis_fail(redis, &failure);
	return false;
}

/* A string that is longer than this is taken in parts, each of which makes four times what came before: a length that a server only claims
 * takes no memory, and growing takes a quarter more for a moment. */
#define ONE_PART (1 << 20)
#define GROWTH 4

/* The length of the first of those parts. */
static size_t first_part(size_t len)
{
	while (len > ONE_PART) {
		len = len / GROWTH + 1;
	}
	return len;
}

/* A bulk string that is not all here yet goes straight into the string that the program gets. */
static zend_string *take_long(baton_redis *redis, const bc_node *node)
{
	size_t taken = 0, room = first_part(node->len);
	zend_string *string = zend_string_alloc(room, false);
	bc_failure failure;
	while (EXPECTED(bc_take(redis->connection, ZSTR_VAL(string) + taken, room - taken, &failure))) {
		taken = room;
		if (EXPECTED(taken == node->len)) {
			ZSTR_VAL(string)[taken] = '\0';
			return string;
		}
		room = MIN(taken * GROWTH, node->len);
		string = zend_string_extend(string, room, false);
	}
	zend_string_efree(string);
	baton_redis_fail(redis, &failure);
	return NULL;
}

/* What is no string, where one was expected. */
static bool take_other(baton_redis *redis, const bc_node *node, zval *to)
{
	switch (node->kind) {
		case BC_ERROR:
			baton_redis_server_error(redis, node, true);
			ZVAL_FALSE(to);
			return true;
		case BC_NIL:
			baton_nil(redis, to);
			return true;
		default:
			return baton_take_any(redis, node, BATON_STATUS_STRING, to);
	}
}

/* Values that are unserialised may call the program. */
static void unpack(baton_redis *redis, const char *bytes, size_t len, zval *to)
{
	if (EXPECTED(baton_values_plain(&redis->values))) {
		ZVAL_STRINGL_FAST(to, bytes, len);
		return;
	}
	redis->unpacking = true;
	baton_unpack(&redis->values, bytes, len, to);
	redis->unpacking = false;
}

bool baton_take_value(baton_redis *redis, const bc_node *node, zval *to)
{
	if (UNEXPECTED(node->kind != BC_BULK && node->kind != BC_VERBATIM)) {
		return take_other(redis, node, to);
	}
	if (EXPECTED(node->bytes != NULL)) {
		unpack(redis, node->bytes, node->len, to);
		return true;
	}
	zend_string *string = take_long(redis, node);
	if (string == NULL) {
		return false;
	}
	redis->unpacking = true;
	baton_unpack_string(&redis->values, string, to);
	redis->unpacking = false;
	return true;
}

bool baton_take_text(baton_redis *redis, const bc_node *node, zval *to)
{
	if (UNEXPECTED(node->kind != BC_BULK && node->kind != BC_VERBATIM)) {
		return take_other(redis, node, to);
	}
	if (EXPECTED(node->bytes != NULL)) {
		ZVAL_STRINGL_FAST(to, node->bytes, node->len);
		return true;
	}
	zend_string *string = take_long(redis, node);
	if (string == NULL) {
		return false;
	}
	ZVAL_STR(to, string);
	return true;
}

bool baton_next_value(baton_redis *redis, zval *to)
{
	bc_node node;
	return baton_redis_next(redis, &node) && baton_take_value(redis, &node, to);
}

bool baton_next_text(baton_redis *redis, zval *to)
{
	bc_node node;
	return baton_redis_next(redis, &node) && baton_take_text(redis, &node, to);
}

bool baton_reply_value(baton_redis *redis, zval *to, const baton_context *context)
{
	return baton_next_value(redis, to);
}

bool baton_reply_text(baton_redis *redis, zval *to, const baton_context *context)
{
	return baton_next_text(redis, to);
}

/* An error is remembered, and all that belongs to the node is gone. */
static bool drop(baton_redis *redis, const bc_node *node)
{
	if (node->kind == BC_ERROR) {
		baton_redis_server_error(redis, node, true);
		return true;
	}
	return baton_skip(redis, node);
}

bool baton_reply_ok(baton_redis *redis, zval *to, const baton_context *context)
{
	bc_node node;
	if (!baton_redis_next(redis, &node)) {
		return false;
	}
	ZVAL_BOOL(to, node.kind == BC_STATUS);
	return EXPECTED(node.kind == BC_STATUS) || drop(redis, &node);
}

bool baton_reply_one(baton_redis *redis, zval *to, const baton_context *context)
{
	bc_node node;
	if (!baton_redis_next(redis, &node)) {
		return false;
	}
	bool number = node.kind == BC_INTEGER || node.kind == BC_BOOLEAN;
	ZVAL_BOOL(to, number && node.integer == 1);
	return EXPECTED(number) || drop(redis, &node);
}

bool baton_reply_integer(baton_redis *redis, zval *to, const baton_context *context)
{
	bc_node node;
	if (!baton_redis_next(redis, &node)) {
		return false;
	}
	if (EXPECTED(node.kind == BC_INTEGER || node.kind == BC_BOOLEAN)) {
		ZVAL_LONG(to, node.integer);
		return true;
	}
	if (node.kind == BC_NIL) {
		baton_nil(redis, to);
		return true;
	}
	ZVAL_FALSE(to);
	return drop(redis, &node);
}

double baton_score_of(const char *text, const char **end)
{
	static const struct { const char *word; double score; } words[] = {
		{"inf", ZEND_INFINITY}, {"+inf", ZEND_INFINITY}, {"-inf", -ZEND_INFINITY}, {"nan", ZEND_NAN},
	};
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		size_t len = strlen(words[i].word);
		if (strncmp(text, words[i].word, len) == 0) {
			*end = text + len;
			return words[i].score;
		}
	}
	return zend_strtod(text, end);
}

bool baton_reply_float(baton_redis *redis, zval *to, const baton_context *context)
{
	bc_node node;
	if (!baton_redis_next(redis, &node)) {
		return false;
	}
	if (node.kind == BC_DOUBLE) {
		ZVAL_DOUBLE(to, node.number);
		return true;
	}
	if (!baton_take_text(redis, &node, to)) {
		return false;
	}
	if (Z_TYPE_P(to) == IS_STRING) {
		const char *end;
		double number = baton_score_of(Z_STRVAL_P(to), &end);
		zval_ptr_dtor_str(to);
		ZVAL_DOUBLE(to, number);
	}
	return true;
}

/* The words of TYPE, each at its number: Baton\Redis::REDIS_STRING and so on. */
static const char *const types[] = {"none", "string", "set", "list", "zset", "hash", "stream"};

void baton_tell_type_number(const baton_redis *redis, zend_long number, zval *to)
{
	if (redis->options.nil_is_null) {
		ZVAL_STRING(to, types[number]);
	} else {
		ZVAL_LONG(to, number);
	}
}

bool baton_reply_type(baton_redis *redis, zval *to, const baton_context *context)
{
	bc_node node;
	if (!baton_redis_next(redis, &node)) {
		return false;
	}
	if (node.kind != BC_STATUS) {
		ZVAL_FALSE(to);
		return drop(redis, &node);
	}
	if (redis->options.nil_is_null) {
		ZVAL_STRINGL(to, (const char *) node.bytes, node.len);
		return true;
	}
	ZVAL_LONG(to, 0); /* modules have types of their own, which have no number */
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
		if (node.len == strlen(types[i]) && memcmp(node.bytes, types[i], node.len) == 0) {
			ZVAL_LONG(to, (zend_long) i);
		}
	}
	return true;
}

bool baton_reply_auth(baton_redis *redis, zval *to, const baton_context *context)
{
	if (!baton_reply_ok(redis, to, context)) {
		return false;
	}
	if (redis->connection) {
		bc_connection_was_let_in(redis->connection, Z_TYPE_P(to) == IS_TRUE);
	}
	return true;
}

bool baton_reply_watch(baton_redis *redis, zval *to, const baton_context *context)
{
	if (!baton_reply_ok(redis, to, context)) {
		return false;
	}
	if (Z_TYPE_P(to) == IS_TRUE) {
		/* What is watched is known to this connection alone: a new one would let EXEC pass unwatched. */
		redis->watching = true;
		bc_connection_hold(redis->connection, true);
	}
	return true;
}

bool baton_reply_unwatch(baton_redis *redis, zval *to, const baton_context *context)
{
	if (!baton_reply_ok(redis, to, context)) {
		return false;
	}
	if (Z_TYPE_P(to) == IS_TRUE && redis->mode == BATON_ATOMIC) {
		redis->watching = false;
		bc_connection_hold(redis->connection, false);
	}
	return true;
}

bool baton_reply_select(baton_redis *redis, zval *to, const baton_context *context)
{
	if (!baton_reply_ok(redis, to, context)) {
		return false;
	}
	if (Z_TYPE_P(to) == IS_TRUE) {
		if (redis->database != context->number) {
			baton_events_detach(redis);
		}
		redis->database = context->number;
		bc_connection_set_database(redis->connection, (uint32_t) context->number);
	}
	return true;
}
