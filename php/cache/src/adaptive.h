/* Keeping only what is worth it; adaptive.c. */
#ifndef BATON_CACHE_ADAPTIVE_H
#define BATON_CACHE_ADAPTIVE_H

#include "redis.h"
#include "worker.h"

#include "../rust/include/sketch.h"

/* An object of Baton\AdaptiveCache: a client's, which may be gone before it. */
struct baton_adaptive {
	baton_redis *redis; /* NULL once that has ended */
	zend_long width, depth; /* as wished */
	zend_long min_events;
	double min_ratio;
	bool is_scaled;
	bool missed; /* the server was asked for what this command reads */
	uint32_t dice;
	zend_object std;
};

static zend_always_inline baton_adaptive *baton_adaptive_of(zend_object *object)
{
	return (baton_adaptive *) ((char *) object - XtOffsetOf(baton_adaptive, std));
}

extern zend_class_entry *baton_adaptive_ce;
void baton_cache_register_adaptive(void);

/* Turns it on or off: true, false, or an array of width, depth, minEvents, minRatio, formula and enabled. False with an exception. */
bool baton_adaptive_configure(baton_redis *redis, zval *setting);

/* What the counts of a key come to. */
double baton_adaptive_ratio(const baton_adaptive *adaptive, const bc_counts *counts);
bool baton_adaptive_is_worth_it(const baton_adaptive *adaptive, const bc_counts *counts);

/* The object is connected, or not any more; and it ends. */
void baton_adaptive_attach(baton_redis *redis);
void baton_adaptive_end(baton_redis *redis);

/* Keys are asked for that are not in memory: counts them, and says whether the reply is to be kept. */
bool baton_adaptive_admits(const baton_call *call, bc_worker *worker);

/* A command that may be answered from memory, around it: what is found there is counted one time in sixteen, as sixteen. */
void baton_adaptive_begin(baton_redis *redis);
void baton_adaptive_found(const baton_call *call, bc_worker *worker);

#endif
