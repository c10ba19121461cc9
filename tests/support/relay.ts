import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line between a client and a server that a test can cut or hold. */
export type Relay = {
  readonly host: string;
  /** Breaks the connections that are open; new ones pass. */
  cut(): void;
  /** Lets nothing pass any more, in either direction, and closes nothing. */
  freeze(): void;
  close(): void;
};

export async function openRelay(target: string): Promise<Relay> {
  const [hostname = '127.0.0.1', port = '0'] = target.split(':');
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
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    keep(near);
    keep(far);
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    freeze: () => {
      frozen = true;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
