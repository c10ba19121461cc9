import type { CloseCode, Transport } from '#lib/tunnel/values.ts';
import type { Frame } from './frame.ts';

/** One way to reach a client: a WebSocket, a stream of server-sent events, or a poll that waits for its answer. */
export interface TunnelSink {
  readonly transport: Transport;
  /** Hands these over as one write. */
  write(frames: readonly Frame[]): void;
  /** What was handed over and has not left yet, in bytes. */
  pendingBytes(): number;
  ping(): void;
  end(code: CloseCode, reason: string): void;
}
