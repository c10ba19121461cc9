import type { ClientFrame, ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import type { Transport } from '#lib/tunnel/values.ts';
import type { Later } from '#lib/web/named-timers.ts';
import type { Position } from './position.ts';

/** A channel and the position from which it is wanted. */
export type Place = { readonly channel: string; readonly cursor: Position };

/** What a line reports to the client. A line reports nothing during its opening or after `close`. */
export type LineEvents = {
  /** A frame from the server. `welcome` is the first frame on every line. */
  frame(frame: ServerFrame): void;
  /** A heartbeat without content. */
  beat(): void;
  /** The line is closed, with a close code of the protocol or 1006. */
  closed(code: number, retryAfterMs?: number): void;
};

/** One connection to the server. A line without `send` gets its channels when it opens and keeps them. */
export type Line = { readonly send?: (frames: readonly ClientFrame[]) => void; readonly close: () => void };

export type OpenLine = (places: readonly Place[], events: LineEvents) => Line;

/** The result of asking the server for its transports. */
export type Negotiated =
  | { readonly is: 'there'; readonly transports: readonly Transport[] }
  | { readonly is: 'signed-out' }
  | { readonly is: 'away'; readonly retryAfterMs?: number };

/** What the client needs from the browser. */
export type LineWorld = {
  readonly open: Readonly<Record<Transport, OpenLine>>;
  /** Never fails: an unreachable server is `away`. */
  readonly negotiate: () => Promise<Negotiated>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly now: () => number;
  readonly later: Later;
  readonly random: () => number;
};
