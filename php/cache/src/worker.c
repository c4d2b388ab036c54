/* Memory is reserved once, before PHP forks; each process takes a seat at it when it first needs it, and a child that was forked by
 * a program takes one of its own. */
#include "worker.h"

#include "fork.h"

#include "ext/standard/file.h"

static bc_memory *memory;

bc_memory *baton_cache_memory(void)
{
	return memory;
}

bool baton_cache_reserve(void)
{
	bc_failure failure;
	if (baton_cache_settings.memory == 0) {
		return true;
	}
	memory = bc_memory_reserve(baton_cache_settings.memory, baton_cache_settings.evicts, &failure);
	if (memory == NULL) {
		php_error_docref(NULL, E_CORE_WARNING, "baton_cache runs without shared memory: %s", failure.text);
		return true;
	}
	return baton_cache_watch_forks();
}

void baton_cache_release(void)
{
	if (memory) {
		bc_memory_end(memory);
		memory = NULL;
	}
}

bc_worker *baton_cache_join(void)
{
	bc_failure failure;
	if (memory == NULL || BATON_CACHE_G(without_memory)) {
		return NULL;
	}
	BATON_CACHE_G(worker) = bc_worker_join(memory, &failure);
	if (BATON_CACHE_G(worker) == NULL) {
		BATON_CACHE_G(without_memory) = true;
		php_error_docref(NULL, E_WARNING, "baton_cache runs without shared memory: %s", failure.text);
	}
	return BATON_CACHE_G(worker);
}

/* Whether this request is building it already. */
static bool is_leading(uint64_t hash)
{
	for (uint32_t i = 0; i < BATON_CACHE_G(flight_count); i++) {
		if (BATON_CACHE_G(flights)[i] == hash) {
			return true;
		}
	}
	return false;
}

baton_flight baton_cache_lead(bc_worker *worker, uint64_t hash, uint32_t *version)
{
	if (BATON_CACHE_G(flight_count) == BATON_CACHE_MAX_FLIGHTS || is_leading(hash)) {
		return BATON_ALONE;
	}
	if (!bc_flight_begin(worker, hash, version)) {
		return BATON_WAITS;
	}
	BATON_CACHE_G(flights)[BATON_CACHE_G(flight_count)++] = hash;
	return BATON_LEADS;
}

void baton_cache_land(bc_worker *worker)
{
	if (BATON_CACHE_G(flight_count) == 0) { /* in a child that the builder has forked: it is its parent's to end */
		return;
	}
	bc_flight_end(worker, BATON_CACHE_G(flights)[--BATON_CACHE_G(flight_count)]);
}

bool baton_cache_borrow(bc_worker *worker, const char *value, size_t len)
{
	if (!bc_borrow(worker, value, len)) {
		return false;
	}
	BATON_CACHE_G(lent) = true;
	return true;
}

static void forget_hash(HashTable **table)
{
	if (*table) {
		zend_hash_destroy(*table);
		efree(*table);
		*table = NULL;
	}
}

/* The names of a request's stream wrappers and filters, which may be lent: PHP itself forgets them a moment later, and nothing uses them in
 * between. */
static void forget_streams(void)
{
	forget_hash(&FG(stream_wrappers));
	forget_hash(&FG(stream_filters));
	forget_hash(&FG(wrapper_errors));
}

void baton_cache_request_ends(void)
{
	bc_worker *worker = BATON_CACHE_G(worker);
	if (worker == NULL) {
		return;
	}
	while (BATON_CACHE_G(flight_count) > 0) { /* a builder ended by exit() or a fatal error */
		baton_cache_land(worker);
	}
	baton_cache_let_go(worker, !BATON_CACHE_G(pinned)); /* PHP left in between by a fatal error */
	if (BATON_CACHE_G(lent) && !BATON_CACHE_G(lent_for_good)) {
		forget_streams();
		BATON_CACHE_G(lent) = false;
		bc_give_back(worker);
	}
}
