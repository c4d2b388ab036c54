/* Bytes of one connection to whole messages; rust/src/parser.rs. */
#ifndef BATON_WEBSOCKET_PARSER_H
#define BATON_WEBSOCKET_PARSER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "codec.h"

typedef struct bws_parser bws_parser;
typedef struct bws_inflater bws_inflater;

/* How messages come compressed. */
#define BWS_PLAIN 0
/* Each afresh: they are read by an inflater that any number of parsers shares. */
#define BWS_AFRESH 1
/* Referring to earlier ones: the parser has an inflater of its own. */
#define BWS_TAKEOVER 2

/* NULL: it failed. To be freed. */
bws_parser *bws_parser_new(bool server, size_t max_message, uint8_t compression);
void bws_parser_free(bws_parser *parser);

/* An inflater to share within a thread; NULL: it failed. To be freed. */
bws_inflater *bws_inflater_new(void);
void bws_inflater_free(bws_inflater *inflater);

/* A message, ping, pong or close. */
typedef struct {
	size_t length;   /* of the payload, for bws_parser_take; a close has its reason as payload */
	size_t consumed; /* of the bytes given */
	uint8_t opcode;
	uint16_t code; /* of a close; one without a code reads as 1000 */
} bws_found;

/* What the bytes complete first: 1 an event, 0 nothing, and all bytes are consumed, -1 a fault. After a close nothing is read,
 * and after a fault it is answered again. `shared` is needed for BWS_AFRESH alone. */
int32_t bws_parser_next(bws_parser *parser, bws_inflater *shared, const char *bytes, size_t len, bws_found *event);

/* Writes the payload of the event that bws_parser_next found just now; its bytes must be there still. false: a fault. */
bool bws_parser_take(bws_parser *parser, char *to);

/* Whether nothing is incomplete, and no fault is left to be told. */
bool bws_parser_is_idle(const bws_parser *parser);

/* The close code to answer a fault with; 0 if there is none. */
uint16_t bws_parser_fault_code(const bws_parser *parser);

/* Writes the fault as text, at most `room` bytes; how many. */
size_t bws_parser_fault(const bws_parser *parser, char *to, size_t room);

#endif
