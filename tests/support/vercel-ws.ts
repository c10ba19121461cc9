import { AsyncLocalStorage } from 'node:async_hooks';
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Upgraded = { readonly req: IncomingMessage; readonly socket: Socket; readonly head: Buffer };
type PlatformContext = { readonly upgradeWebSocket?: () => Upgraded };
type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Handles upgrades as the platform does: the route file requests the socket through the request's context. */
export function openPlatform(answer: Answer) {
  const platform = new AsyncLocalStorage<PlatformContext>();
  Object.assign(globalThis, { [Symbol.for('@vercel/request-context')]: { get: () => platform.getStore() ?? {} } });

  return (req: IncomingMessage, socket: Socket, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(req);
    response.shouldKeepAlive = false;
    // A refusal must reach the client as plain HTTP, so the response owns the socket until the route takes it.
    response.assignSocket(socket);
    let isTaken = false;
    response.on('finish', () => {
      if (!isTaken) socket.end();
    });
    const upgradeWebSocket = (): Upgraded => {
      isTaken = true;
      response.detachSocket(socket);
      socket.once('close', () => response.emit('close'));
      return { req, socket, head };
    };
    platform.run({ upgradeWebSocket }, () => void answer(req, response).catch(() => socket.destroy()));
  };
}
