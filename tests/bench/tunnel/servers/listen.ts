import type { Server } from 'node:http';

/** Ten thousand clients reconnect at once: none of them should have to wait for its kernel's second attempt. */
const BACKLOG = 4096;

export const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
