import type { ServerResponse } from 'node:http';
import type { SessionUser, User } from '#lib/auth/schemas/user.ts';
import type { BusEvent } from './bus/bus.ts';
import type { TunnelChannel } from './channels/channels.ts';
import type { Cursor } from './channels/cursor.ts';
import type { PollAnswer } from './schemas/frame.ts';
import type { CloseCode } from './values.ts';

/** The user and the session of a connection, as last read from the store. */
export type Caller = {
  readonly user: User & Pick<SessionUser, 'id'>;
  readonly session: {
    readonly id: string;
    readonly createdAt: string;
    readonly expiresAt: string;
    readonly idleExpiresAt: string;
    readonly stepUpUntil: string | null;
  };
};

/** What the transport of an open connection calls on the hub. */
export interface Line {
  readonly id: string;
  /** Handles a message from the client: one frame, or several frames on separate lines. */
  receive(text: string): void;
  /** Records that the client is alive: it sent a pong or a message. */
  alive(): void;
  /** Reports that earlier writes have left the process, so the hub may write more. */
  drained(): void;
  /** Ends the connection from the server side. */
  end(code: CloseCode, reason: string): void;
  /** Reports that the client has disconnected. */
  gone(): void;
}

/** The tunnel as the rest of the process uses it. */
export interface Tunnel {
  /** Publishes events to the listeners of this process and of all others. Never throws. Call it only after the commit. */
  publish(events: readonly Omit<BusEvent, 'id' | 'origin'>[]): Promise<void>;
  /** Resolves to whether this user has a connection to any process. */
  isLive(userId: string): Promise<boolean>;
  /**
   * Returns the caller of a present or recent connection while the last read of the session is still valid, otherwise
   * null.
   */
  readonly known: (userId: string, sessionId: string) => Caller | null;
  /** Opens a connection; the code that calls this has verified the session. The socket comes from the `ws` package. */
  acceptWebSocket(caller: Caller, socket: object, options?: OpenOptions): void;
  stream(caller: Caller, ask: StreamAsk, signal: AbortSignal, options?: OpenOptions): ReadableStream<Uint8Array>;
  poll(caller: Caller, ask: PollAsk, signal: AbortSignal): Promise<PollAnswer>;
  /** Writes the body of such a stream directly into a response of our own server. Returns false for any other body. */
  readonly sendStraight: (body: ReadableStream, response: ServerResponse) => boolean;
  /** Asks every client to reconnect and closes its connection. Resolves when every connection has ended. */
  close(): Promise<void>;
}

/** The channels that a stream listens to, each with the last cursor its caller knows. */
export type StreamAsk = { readonly channels: readonly { readonly channel: TunnelChannel; readonly cursor?: Cursor }[] };

export type PollAsk = StreamAsk & {
  readonly timeoutSeconds: number;
  /** Identifies the client, so that the client's next poll ends a poll that is still waiting. */
  readonly clientId?: string | undefined;
};

export type OpenOptions = {
  /** When the platform will cut the connection. The server sends `reconnect` before that moment. */
  readonly endsAtMs?: number;
};
