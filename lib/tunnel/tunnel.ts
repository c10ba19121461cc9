import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { SessionUser, User } from '#lib/auth/schemas/user.ts';
import type { BusEvent } from './bus/bus.ts';
import type { TunnelChannel } from './channels/channels.ts';
import type { Cursor } from './channels/cursor.ts';
import type { PollAnswer } from './schemas/frame.ts';
import type { CloseCode } from './values.ts';

/** Who holds a connection, as the store last had them. */
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

/** What the transport of an open connection tells the hub. */
export interface Line {
  readonly id: string;
  /** The client sent a message: one frame, or several on lines of their own. */
  receive(text: string): void;
  /** The client is there: it answered, or read. */
  heard(): void;
  /** What was handed over has left; more may come. */
  drained(): void;
  /** Ends it from this side. */
  end(code: CloseCode, reason: string): void;
  /** The other end has gone. */
  gone(): void;
}

/** The tunnel as the rest of the process sees it. */
export interface Tunnel {
  /** Hands events to the listeners of this process and of all others. Never throws; never before the commit. */
  publish(events: readonly Omit<BusEvent, 'id' | 'origin'>[]): Promise<void>;
  /** Whether this person has a connection to any process. */
  isLive(userId: string): Promise<boolean>;
  /** Who is or was connected here and was found signed in within the interval in which connections are looked at again. */
  readonly known: (userId: string, sessionId: string) => Caller | null;
  /** The ways in; whoever calls has verified the session. The socket is one of the `ws` package. */
  acceptWebSocket(caller: Caller, socket: object, options?: OpenOptions): void;
  /** The same over a socket of our own server, whose handshake is answered here. Somebody listens for its errors already. */
  acceptWire(caller: Caller, wire: Duplex, handshake: Handshake): void;
  stream(caller: Caller, ask: StreamAsk, signal: AbortSignal, options?: OpenOptions): ReadableStream<Uint8Array>;
  poll(caller: Caller, ask: PollAsk, signal: AbortSignal): Promise<PollAnswer>;
  /** Sends the body of such a stream straight into a response of our own server; false for any other body. */
  readonly sendStraight: (body: ReadableStream, response: ServerResponse) => boolean;
  /** Sends everybody away in good order; every connection has ended when it comes back. */
  close(): Promise<void>;
}

/** The channels a stream listens to, each from where its caller knows it. */
export type StreamAsk = { readonly channels: readonly { readonly channel: TunnelChannel; readonly cursor?: Cursor }[] };

export type PollAsk = StreamAsk & {
  readonly timeoutSeconds: number;
  /** Names the asker, so that their next poll ends the one that still waits. */
  readonly clientId?: string | undefined;
};

/** What is left to answer of a handshake that was admitted; `head`: what came behind it already. */
export type Handshake = { readonly key: string; readonly protocols: string; readonly head: Buffer };

export type OpenOptions = {
  /** When the platform will cut the connection; the client is told in time. */
  readonly endsAtMs?: number;
};
