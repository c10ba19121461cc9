import { assertOwnListener } from '#lib/api/same-origin.ts';
import type { UserContext } from '#lib/context/context.ts';
import type { Env } from '#lib/core/env/env.ts';
import { AppError, invalid, unauthorized } from '#lib/core/errors.ts';
import type { RequestHead } from '#lib/core/request-head.ts';
import type { Caller } from '#lib/tunnel/tunnel.ts';
import type { Transport } from '#lib/tunnel/values.ts';

const SOCKET_KEY = /^[A-Za-z0-9+/]{22}==$/;
const PROTOCOL_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Returns the user and the session of a request. Throws an Unauthorized error without a session. */
export function callerOf({ user, session }: UserContext): Caller {
  if (!session) throw unauthorized();
  return { user, session };
}

/** Throws NotFound for a transport that is switched off. */
export function assertServed({ TUNNEL_TRANSPORTS }: Pick<Env, 'TUNNEL_TRANSPORTS'>, transport: Transport): void {
  if (!TUNNEL_TRANSPORTS.includes(transport))
    throw new AppError('NotFound', 'This transport is switched off on this server', { code: 'TransportOff' });
}

/** Rejects a request that is not a valid WebSocket upgrade. */
function assertUpgrade({ VERCEL }: Pick<Env, 'VERCEL'>, { method, headers }: RequestHead): void {
  const connection = headers.get('connection');
  // Without `Connection: upgrade` the request is not an upgrade (RFC 9110 7.8), and our own server has no socket for it.
  // Vercel may strip the header.
  const isUpgrade = connection === null ? VERCEL !== undefined : /\bupgrade\b/i.test(connection);
  if (!isUpgrade || headers.get('upgrade')?.toLowerCase() !== 'websocket')
    throw new AppError('UpgradeRequired', 'This address accepts only WebSocket connections');
  if (method !== 'GET') throw new AppError('MethodNotAllowed', 'A WebSocket handshake must use GET');
  if (!SOCKET_KEY.test(headers.get('sec-websocket-key') ?? '') || headers.get('sec-websocket-version') !== '13')
    throw invalid('The WebSocket handshake is not valid');
  const protocols = headers.get('sec-websocket-protocol');
  if (protocols !== null && !isProtocolList(protocols))
    throw invalid('Sec-WebSocket-Protocol is not a list of protocol names');
}

/** Returns true when a client may offer these protocols: valid names, none of them twice (RFC 6455 4.1). */
function isProtocolList(offered: string): boolean {
  const names = offered.split(/[ \t]*,[ \t]*/);
  return names.every((name) => PROTOCOL_NAME.test(name)) && new Set(names).size === names.length;
}

/** The route settings of the WebSocket, shared by both servers that offer it. */
export const socketDoor = {
  summary: 'Open the live tunnel over WebSocket',
  auth: 'session',
  rateLimit: 'tunnel',
} as const;

/** Checks a handshake after its caller has passed that route. Returns the caller, or throws the reason for the refusal. */
export function admitSocket(ctx: UserContext, asked: RequestHead): Caller {
  assertServed(ctx.env, 'websocket');
  assertUpgrade(ctx.env, asked);
  assertOwnListener(ctx.env, asked);
  return callerOf(ctx);
}
