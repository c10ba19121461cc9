import { assertOwnListener } from '#lib/api/same-origin.ts';
import type { UserContext } from '#lib/context/context.ts';
import type { Asked } from '#lib/core/asked.ts';
import type { Env } from '#lib/core/env/env.ts';
import { AppError, invalid, unauthorized } from '#lib/core/errors.ts';
import type { Caller } from '#lib/tunnel/tunnel.ts';
import type { Transport } from '#lib/tunnel/values.ts';

const SOCKET_KEY = /^[A-Za-z0-9+/]{22}==$/;

/** Who listens: the person of the request and their session, and nothing else of it. */
export function callerOf({ user, session }: UserContext): Caller {
  if (!session) throw unauthorized();
  return { user, session };
}

/** A transport that is switched off here answers as none. */
export function assertServed({ TUNNEL_TRANSPORTS }: Pick<Env, 'TUNNEL_TRANSPORTS'>, transport: Transport): void {
  if (!TUNNEL_TRANSPORTS.includes(transport))
    throw new AppError('NotFound', 'This way to listen is switched off here', { code: 'TransportOff' });
}

/** Refuses what asks for no WebSocket, or asks for one in a way no client does. */
function assertUpgrade({ VERCEL }: Pick<Env, 'VERCEL'>, { method, headers }: Asked): void {
  const connection = headers.get('connection');
  // No upgrade as HTTP has it (RFC 9110 7.8), so our own server has none to hand over. The platform may keep the header to itself.
  const isUpgrade = connection === null ? VERCEL !== undefined : /\bupgrade\b/i.test(connection);
  if (!isUpgrade || headers.get('upgrade')?.toLowerCase() !== 'websocket')
    throw new AppError('UpgradeRequired', 'Ask for this address as a WebSocket');
  if (method !== 'GET') throw new AppError('MethodNotAllowed', 'A WebSocket is asked for with GET');
  if (!SOCKET_KEY.test(headers.get('sec-websocket-key') ?? '') || headers.get('sec-websocket-version') !== '13')
    throw invalid('This is no WebSocket handshake');
}

/** The door of the WebSocket, whoever serves it. */
export const socketDoor = {
  summary: 'Open the live tunnel over WebSocket',
  auth: 'session',
  rateLimit: 'tunnel',
} as const;

/** What is asked of a handshake once its caller has passed that door: answers who listens, or throws why they may not. */
export function admitSocket(ctx: UserContext, asked: Asked): Caller {
  assertServed(ctx.env, 'websocket');
  assertUpgrade(ctx.env, asked);
  assertOwnListener(ctx.env, asked);
  return callerOf(ctx);
}
