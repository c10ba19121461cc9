import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A relay between a client and a server that a test can cut or hold. */
export type Relay = {
  readonly host: string;
  /** Breaks the open connections; new ones pass. */
  cut(): void;
  /** Directs new connections to another server, as a load balancer does when one is gone. */
  lead(target: string): void;
  /** Stops all traffic in both directions and closes nothing. */
  freeze(): void;
  close(): void;
};

/** How a relay misbehaves by itself: it cuts or falls silent after some bytes to or from the server, or it is slow. */
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
  /** Passes on the bytes of one side, as far as the faults of the relay allow. */
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
