/* Signals of the process, for one who waits at a time. */
#ifndef WEBSOCKET_SIGNALS_H
#define WEBSOCKET_SIGNALS_H

#include <stdbool.h>

/* A descriptor that is readable once a signal was noted; -1 if somebody else of this process has one. */
int websocket_signals_open(void);
/* Gives all signals back to whoever had them. */
void websocket_signals_close(int descriptor);
/* Notes a signal from now on, instead of what would happen. */
void websocket_signals_note(int number);
/* Whether it came since it was last asked for. */
bool websocket_signals_noted(int number);
/* Makes the descriptor unreadable again. */
void websocket_signals_read(int descriptor);
/* Whether nobody handles a signal, so that it would end the process. */
bool websocket_signals_is_unhandled(int number);

#endif
