import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { loopbackTls } from './push-vars.ts';

export type Pushed = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer };
export type Answering = (response: ServerResponse, pushed: Pushed) => unknown;

const taking: Answering = (response) => response.writeHead(201).end();

/** Opens a push service on this machine that records what it receives and responds as the test sets. */
export async function openPushService(answer: Answering = taking) {
  const pushed: Pushed[] = [];
  let answering = answer;
  const server = createServer(loopbackTls, (request, response) => void take(request, response));
  async function take(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) };
    pushed.push(one);
    answering(response, one);
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `https://localhost:${port}`,
    pushed,
    close,
    answer: (next: Answering) => {
      answering = next;
    },
  };
}
