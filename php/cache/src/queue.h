/* Commands whose replies come later: of a transaction when EXEC is sent, of a pipeline when it is. */
#ifndef BATON_CACHE_QUEUE_H
#define BATON_CACHE_QUEUE_H

#include "arguments.h"

#include "zend_smart_str.h"

/* One that waits; without `reply` it is MULTI or EXEC within a pipeline. */
typedef struct {
	baton_reply reply;
	baton_context context;
} baton_waiting;

typedef struct {
	baton_waiting *waiting;
	uint32_t count, room;
	/* What a pipeline has not sent yet: for each command the number of its arguments, then for each its length and bytes. It
	 * grows until exec(), as the program wishes; memory_limit bounds it. */
	smart_str unsent;
} baton_queue;

/* Takes over the reference to the context's table. */
void baton_queue_add(baton_queue *queue, baton_reply reply, baton_context *context);

/* Keeps a command of a pipeline until exec(). */
void baton_queue_keep(baton_queue *queue, const baton_arguments *arguments);

/* Sends all that was kept; false with an exception. */
bool baton_queue_send(baton_redis *redis);

void baton_queue_clear(baton_queue *queue);

#endif
