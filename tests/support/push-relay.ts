import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { loopbackTls } from './push-vars.ts';

/** One message as our server posted it. */
export type Relayed = { readonly headers: IncomingHttpHeaders; readonly body: Buffer };
/**
 * The browser's acknowledgement of a message. 100: the worker shows it. 101: it could not be decrypted. 102: it was not
 * handled.
 */
export type Ack = { readonly channelID: string; readonly code: number };

/**
 * Opens Firefox's push service on this machine. A browser keeps a connection to it, registers addresses over it, and
 * receives what is posted to them. The browser does the decryption.
 */
export async function openPushRelay() {
  const posted: Relayed[] = [];
  const acks: Ack[] = [];
  /** The addresses in use, each with the connection of its browser. */
  const lines = new Map<string, WebSocket>();

  const inbox = createServer(loopbackTls, (request, response) => void take(request, response));
  const desk = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    handleProtocols: (offered) => [...offered][0] ?? false,
  });
  inbox.listen(0, '127.0.0.1');
  await Promise.all([once(inbox, 'listening'), once(desk, 'listening')]);
  const origin = `https://localhost:${(inbox.address() as AddressInfo).port}`;

  async function take(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const channelID = request.url?.split('/').at(-1) ?? '';
    const line = lines.get(channelID);
    if (!line) return void response.writeHead(410).end();
    posted.push({ headers: request.headers, body });
    const ttl = Number(request.headers.ttl);
    const headers = { encoding: request.headers['content-encoding'] };
    const data = body.toString('base64url');
    line.send(JSON.stringify({ messageType: 'notification', channelID, version: randomUUID(), ttl, data, headers }));
    response.writeHead(201).end();
  }

  desk.on('connection', (line) => {
    line.on('message', (text: Buffer) => {
      const asked = JSON.parse(text.toString()) as Asked;
      const answer = answerTo(asked, line);
      if (answer) line.send(JSON.stringify(answer));
    });
  });

  function answerTo({ messageType, channelID = '', updates = [] }: Asked, line: WebSocket): object | null {
    // A new id each time tells a returning browser that its addresses are gone.
    if (messageType === 'hello')
      return { messageType, status: 200, uaid: randomUUID().replaceAll('-', ''), use_webpush: true, broadcasts: {} };
    if (messageType === 'register') {
      lines.set(channelID, line);
      return { messageType, status: 200, channelID, pushEndpoint: `${origin}/wpush/v2/${channelID}` };
    }
    if (messageType === 'unregister') {
      lines.delete(channelID);
      return { messageType, status: 200, channelID };
    }
    if (messageType === 'ack') {
      acks.push(...updates);
      return null;
    }
    return {}; // a ping is an empty object
  }

  return {
    url: `ws://127.0.0.1:${(desk.address() as AddressInfo).port}/`,
    origin,
    posted,
    acks,
    /** Returns how many addresses are registered here. */
    addresses: () => lines.size,
    /** Forgets all addresses, as a push service may. The browser learns of it when it reconnects. */
    forget: () => {
      lines.clear();
      for (const line of desk.clients) line.terminate();
    },
    close: () => {
      for (const line of desk.clients) line.terminate();
      desk.close();
      inbox.closeAllConnections();
      inbox.close();
    },
  };
}

type Asked = {
  readonly messageType?: string;
  readonly channelID?: string;
  readonly updates?: readonly Ack[];
};
