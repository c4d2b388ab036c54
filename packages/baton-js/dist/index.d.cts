/**
 * Exactly once and in order, for pusher-js and Laravel Echo on a Baton server.
 *
 * The server numbers what it sends where a subscription asks for it, and a subscription may say where it was. This adds
 * both to what pusher-js says, and drops what it has delivered before. Everything else of pusher-js stays as it is: a
 * server that does not know the extension ignores what is added.
 */
/** Where a channel is: offsets grow within an epoch, and another epoch says that the numbering began anew. */
export interface Position {
    epoch: string;
    offset: number;
}
/**
 * What became of a subscription after a reconnect: `recovered` where all that was missed follows, `lost` where it is not
 * stored any more, so that the application has to read its state anew.
 */
export type Outcome = 'recovered' | 'lost';
/** Is told which channel it became of. */
export type Listener = (about: {
    channel: string;
}) => void;
export interface Options {
    /** Where positions outlive a reload of the page, such as `sessionStorage`. Without one each page begins anew. */
    storage?: Pick<Storage, 'getItem' | 'setItem'>;
}
export interface Recovery {
    /** Whether the server numbers what it sends; `undefined` until the first subscription has been confirmed. */
    readonly supported: boolean | undefined;
    /** Calls `listener` whenever this becomes of a channel that is subscribed to again. Returns what ends it. */
    on(event: Outcome, listener: Listener): () => void;
    /** Where a subscribed channel is: at the last event that was delivered, or where it was subscribed to. */
    position(channel: string): Position | undefined;
}
/** What is used of pusher-js, of versions 7 and 8. */
export interface PusherLike {
    key?: string;
    send_event(event: string, data: any, channel?: string): boolean;
    unsubscribe(channel: string): void;
    channel(name: string): any;
    allChannels(): any[];
    connection: any;
}
/** What is used of Laravel Echo with the broadcaster `pusher` or `reverb`. */
export interface EchoLike {
    connector: any;
}
/** Adds recovery to a client, which may be connected already. Call it before the first subscription. */
export declare function withRecovery(client: PusherLike | EchoLike, { storage }?: Options): Recovery;
