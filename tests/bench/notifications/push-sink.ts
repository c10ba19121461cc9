// A push service for the bench that accepts every message. It runs in a separate thread, so that its work is not
// counted as ours.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';
import { loopbackTls } from '#tests/support/push-vars.ts';

const server = createServer(loopbackTls, (request, response) => {
  request.resume().once('end', () => response.writeHead(201).end());
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
