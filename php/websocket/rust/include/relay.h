/* The middle of processes that share a port; rust/src/relay.rs. */
#ifndef BATON_WEBSOCKET_RELAY_H
#define BATON_WEBSOCKET_RELAY_H

#include "abi.h"

typedef struct bws_relay bws_relay;

enum bws_relay_kind {
	BWS_RELAY_LOST = 1, /* a process has ended its stream */
	BWS_RELAY_STUCK,    /* a process does not take what the others say */
	BWS_RELAY_READY,    /* a watched descriptor is ready */
	BWS_RELAY_ACCEPT_PAUSED, /* no open file is left for another connection: accepting goes on when there is */
};

bws_relay *bws_relay_new(void);
void bws_relay_free(bws_relay *relay);

/* Accepts for all; takes a descriptor of bws_bind() over. */
bool bws_relay_listen(bws_relay *relay, int descriptor, bool is_path);
void bws_relay_stop_listening(bws_relay *relay);

/* Takes both descriptors over. */
bool bws_relay_add(bws_relay *relay, uint32_t number, int stream, int handover);
void bws_relay_remove(bws_relay *relay, uint32_t number);
bool bws_relay_watch(bws_relay *relay, int descriptor, uint32_t number);

/* Waits for at most `timeout_ms`; below 0: for as long as it takes. */
bool bws_relay_wait(bws_relay *relay, int64_t timeout_ms);
/* The kind of the next event and its number; 0 when the turn is over. */
int bws_relay_next(bws_relay *relay, uint32_t *number);

#endif
