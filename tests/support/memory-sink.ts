import type { UserContext } from '#lib/context/context.ts';
import type { Frame } from '#lib/tunnel/connections/frame.ts';
import type { TunnelHub } from '#lib/tunnel/connections/hub.ts';
import type { TunnelSink } from '#lib/tunnel/connections/sink.ts';
import type { EventFrame, ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import type { Line, OpenOptions } from '#lib/tunnel/tunnel.ts';
import type { Transport } from '#lib/tunnel/values.ts';

/** A transport that writes into an array. Nothing checks the session of its user. */
export class MemorySink implements TunnelSink {
  readonly frames: ServerFrame[] = [];
  /** How many frames each write carried. */
  readonly writes: number[] = [];
  readonly transport: Transport;
  pings = 0;
  code: number | null = null;
  /** True when the reader does not read, so that sent bytes stay pending. */
  isStalled = false;
  #pending = 0;

  constructor(transport: Transport = 'websocket') {
    this.transport = transport;
  }

  write(frames: readonly Frame[]): void {
    this.writes.push(frames.length);
    for (const { frame, text } of frames) {
      this.frames.push(frame);
      if (this.isStalled) this.#pending += text.length;
    }
  }

  pendingBytes(): number {
    return this.#pending;
  }

  ping(): void {
    this.pings += 1;
  }

  end(code: number): void {
    this.code = code;
  }

  get events(): EventFrame[] {
    return this.frames.flatMap((frame) => {
      if (frame.type === 'event') return [frame];
      return frame.type === 'subscribed' ? frame.events : [];
    });
  }

  of<T extends ServerFrame['type']>(type: T): Extract<ServerFrame, { type: T }>[] {
    return this.frames.filter((frame): frame is Extract<ServerFrame, { type: T }> => frame.type === type);
  }
}

export type TestClient = { readonly sink: MemorySink; readonly line: Line; send(frame: object): void };

/** Opens a connection of this user to a hub. */
export function connect(
  hub: TunnelHub,
  { user }: UserContext,
  transport: Transport = 'websocket',
  options: OpenOptions = {},
): TestClient {
  const sink = new MemorySink(transport);
  const far = '2099-01-01T00:00:00.000Z';
  const session = {
    id: `ses_${user.id}`,
    createdAt: far,
    expiresAt: far,
    idleExpiresAt: far,
    stepUpUntil: null,
  };
  const line = hub.open({ user, session }, sink, options);
  return { sink, line, send: (frame) => line.receive(JSON.stringify(frame)) };
}

/** Waits until pending work of this process is done: reads of the tests' sources, and flushes. */
export async function settled(turns = 20): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
}
