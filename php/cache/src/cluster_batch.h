/* Commands of a cluster that are sent together, and how the parts of one become one again; cluster.h includes it. */
#ifndef BATON_CACHE_CLUSTER_BATCH_H
#define BATON_CACHE_CLUSTER_BATCH_H

/* How the replies to the parts of a command become one. */
typedef enum { BATON_JOIN_NONE, BATON_JOIN_SUM, BATON_JOIN_VALUES, BATON_JOIN_ALL, BATON_JOIN_TRUTHS } baton_join;

/* A command, or what of its keys is in one slot; cluster_parts.c. */
typedef struct {
	const baton_command *command;
	baton_reply reply;
	baton_context context;
	int slot; /* -1: any node */
	baton_node *only; /* the node it was meant for; NULL for the owner of the slot */
	baton_node *node; /* that it was sent to */
	size_t at; /* where its words are kept */
	uint64_t failures; /* of the node, as it was sent */
	struct baton_mget *mget; /* what memory has to do with it; NULL for most */
	uint32_t keys;
	enum { BATON_PART_WAITS, BATON_PART_SENT, BATON_PART_LOST, BATON_PART_DONE } state;
	zval result;
} baton_part;

/* What the program gets one result for. */
typedef struct {
	uint32_t first, count;
	baton_join join;
	/* Of BATON_JOIN_VALUES and BATON_JOIN_TRUTHS: which of its keys each part's were, one part after the other. */
	uint32_t *order;
} baton_whole;

/* Commands that are sent together, or wait for exec(). They grow as the program wishes; memory_limit bounds them. */
typedef struct {
	baton_part *parts;
	uint32_t part_count, part_room;
	baton_whole *wholes;
	uint32_t whole_count, whole_room;
	smart_str words;
} baton_batch;

/* What stands between two ends of a transaction within a pipeline, or in one. */
typedef struct {
	baton_batch batch;
	bool is_multi;
} baton_segment;

/* cluster_batch.c */

/* A part; its words are to be kept right behind. */
baton_part *baton_batch_add_part(baton_batch *batch, const baton_call *call, int slot, baton_node *only);
void baton_batch_keep_words(baton_batch *batch, const baton_arguments *arguments);
/* The words of a part, where they are kept. */
void baton_batch_words(const baton_batch *batch, const baton_part *part, baton_arguments *arguments);
/* A result, whose parts are those that are added next. */
baton_whole *baton_batch_add_whole(baton_batch *batch, baton_join join);
void baton_batch_free(baton_batch *batch);

/* cluster_parts.c: makes the results of wholes from those of their parts. */
void baton_cluster_join(baton_batch *batch, zval *results);

#endif
