// A push service for the bench, on a thread of its own so that its work is not counted as ours: it takes what it is sent.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';
import { loopbackTls } from '#tests/support/push-vars.ts';

const server = createServer(loopbackTls, (request, response) => {
  request.resume().once('end', () => response.writeHead(201).end());
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
