import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line between a client and a server that a test can cut or hold. */
export type Relay = {
  readonly host: string;
  /** Breaks the connections that are open; new ones pass. */
  cut(): void;
  /** Leads new connections to another server, as a balancer does when one is gone. */
  lead(target: string): void;
  /** Lets nothing pass any more, in either direction, and closes nothing. */
  freeze(): void;
  close(): void;
};

/** How a line behaves badly by itself, counted in bytes from the server or to it: cut there, silent from there on, or slow. */
export type BadLine = {
  readonly cutAfter?: number;
  readonly cutAfterSent?: number;
  readonly freezeAfter?: number;
  readonly delayMs?: number;
};

export async function openRelay(target: string, bad: BadLine = {}): Promise<Relay> {
  let [hostname = '127.0.0.1', port = '0'] = target.split(':');
  const sockets = new Set<Socket>();
  let frozen = false;

  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (bytes) => {
      if (!frozen) to.write(bytes);
    });
    from.on('close', () => to.destroy());
  };
  /** Passes on what one side says, as far as the line lets it. */
  const passBadly = (from: Socket, to: Socket, cutAfter = Number.POSITIVE_INFINITY, freezeAfter = cutAfter): void => {
    let passed = 0;
    const end = Math.min(cutAfter, freezeAfter);
    from.on('data', (bytes) => {
      const part = bytes.subarray(0, Math.max(0, end - passed));
      passed += bytes.length;
      const write = (): void => {
        if (!frozen && !to.destroyed) to.write(part);
        if (passed >= cutAfter) to.destroySoon();
      };
      if (bad.delayMs === undefined) write();
      else setTimeout(write, bad.delayMs);
    });
    from.on('close', () => to.destroy());
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    keep(near);
    keep(far);
    if (bad.cutAfterSent === undefined) pass(near, far);
    else passBadly(near, far, bad.cutAfterSent);
    if (Object.keys(bad).length > 0) passBadly(far, near, bad.cutAfter, bad.freezeAfter);
    else pass(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    lead: (next) => {
      [hostname = '127.0.0.1', port = '0'] = next.split(':');
    },
    freeze: () => {
      frozen = true;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
