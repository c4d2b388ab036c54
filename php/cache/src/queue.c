/* What is kept of commands whose replies come later. */
#include "redis.h"

void baton_queue_add(baton_queue *queue, baton_reply reply, baton_context *context)
{
	if (queue->count == queue->room) {
		queue->room = queue->room ? queue->room * 2 : 16;
		queue->waiting = safe_erealloc(queue->waiting, queue->room, sizeof(baton_waiting), 0);
	}
	baton_waiting *waiting = &queue->waiting[queue->count++];
	waiting->reply = reply;
	waiting->context = (baton_context) {0};
	if (context) {
		waiting->context = *context;
		context->table = NULL;
	}
}

void baton_queue_keep(baton_queue *queue, const baton_arguments *arguments)
{
	smart_str_appendl(&queue->unsent, (const char *) &arguments->count, sizeof(arguments->count));
	for (uint32_t i = 0; i < arguments->count; i++) {
		const bc_bytes *argument = &arguments->list[i];
		smart_str_appendl(&queue->unsent, (const char *) &argument->len, sizeof(argument->len));
		smart_str_appendl(&queue->unsent, argument->bytes, argument->len);
	}
}

/* One command that was kept; where the next begins. */
static const char *unpack_command(const char *at, baton_arguments *arguments)
{
	uint32_t count;
	memcpy(&count, at, sizeof(count));
	at += sizeof(count);
	for (uint32_t i = 0; i < count; i++) {
		size_t len;
		memcpy(&len, at, sizeof(len));
		at += sizeof(len);
		baton_add(arguments, at, len);
		at += len;
	}
	return at;
}

bool baton_queue_send(baton_redis *redis)
{
	zend_string *unsent = redis->queue.unsent.s;
	if (unsent == NULL) {
		return true;
	}
	const char *at = ZSTR_VAL(unsent), *end = at + ZSTR_LEN(unsent);
	while (at < end) {
		baton_arguments arguments;
		baton_arguments_init(&arguments);
		at = unpack_command(at, &arguments);
		bc_failure failure;
		bool sent = bc_send_once(redis->connection, arguments.count, arguments.list, &failure);
		baton_arguments_free(&arguments);
		if (!sent) {
			baton_redis_fail(redis, &failure);
			return false;
		}
	}
	smart_str_free(&redis->queue.unsent);
	return true;
}

void baton_queue_clear(baton_queue *queue)
{
	for (uint32_t i = 0; i < queue->count; i++) {
		if (queue->waiting[i].context.table) {
			zend_array_release(queue->waiting[i].context.table);
		}
	}
	if (queue->waiting) {
		efree(queue->waiting);
	}
	smart_str_free(&queue->unsent);
	memset(queue, 0, sizeof(*queue));
}
