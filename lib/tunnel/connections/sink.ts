import type { CloseCode, Transport } from '#lib/tunnel/values.ts';
import type { Frame } from './frame.ts';

/** One way to reach a client: a WebSocket, a stream of server-sent events, or a poll that waits for its answer. */
export interface TunnelSink {
  readonly transport: Transport;
  /** Sends these frames as one write. */
  write(frames: readonly Frame[]): void;
  /** Returns the number of bytes that were written and have not left the process yet. */
  pendingBytes(): number;
  ping(): void;
  end(code: CloseCode, reason: string): void;
}
