import { SECOND_MS } from '#lib/core/durations.ts';

// Limits, durations and pauses of the tunnel. Those that an operator may set are in `lib/core/env`.

/** After this silence the server pings a WebSocket. A client that receives nothing for 40 s reconnects. */
export const HEARTBEAT_SECONDS = 25;
export const SSE_HEARTBEAT_SECONDS = 15;
/** The server closes a WebSocket that has sent nothing for this long, not even a pong. */
export const SILENCE_SECONDS = 35;
export const MAX_CHANNELS = 50;
export const MAX_FRAME_BYTES = 16_384;
/** When more rows than this lie between a cursor and the head, the client fetches them over REST instead. */
export const MAX_RECOVERED = 100;
/** The maximum size of one write. */
export const MAX_MERGED_BYTES = 64 * 1024;
/** How much may queue for a client that does not read. */
export const MAX_QUEUED_BYTES = 1024 * 1024;
export const MAX_QUEUED_FRAMES = 512;
/** The maximum size of event data that travels between processes. Each process reads larger data from its row. */
export const MAX_INLINE_BYTES = 8 * 1024;
export const FRAMES_PER_SECOND = 20;
export const FRAMES_BURST = 40;
export const SUBSCRIBES_PER_MINUTE = 120;
export const MAX_POLL_SECONDS = 50;
export const DEFAULT_POLL_SECONDS = 25;
/** How long a client must wait to reconnect when its user has too many connections. */
export const CROWDED_SECONDS = 60;
export const CROWDED_MS = CROWDED_SECONDS * SECOND_MS;
/** When all clients must reconnect, their reconnects spread randomly over this time. */
export const RECONNECT_SPREAD_MS = 5_000;
/** How long before the end of a session its listeners are warned. */
export const EXPIRY_WARNING_SECONDS = 300;
/** The pauses of a client that reconnects: a random time up to a limit that doubles from the first to the longest. */
export const FIRST_RECONNECT_MS = 500;
export const LONGEST_RECONNECT_MS = 30_000;
/** The number of failed attempts after which a client says that it is offline. */
export const OFFLINE_AFTER = 3;
