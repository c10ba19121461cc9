import type { Server } from 'node:http';

/** Ten thousand clients come back at once: none of them is to wait for a second try of its kernel. */
const BACKLOG = 4096;

export const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
