import type { Transport } from '#lib/tunnel/values.ts';
import { transports } from '#lib/tunnel/values.ts';
import type { Negotiated } from './line.ts';

/**
 * Asks the server for its transports. A page cannot see why a WebSocket or a stream did not open. The response shows
 * whether the session has ended or the server is unavailable. Otherwise a proxy or firewall blocks that transport.
 */
export async function negotiate(ask: () => Promise<Response>): Promise<Negotiated> {
  try {
    const response = await ask();
    const body: unknown = await response.json();
    if (response.status === 401) return { is: 'signed-out' };
    if (!response.ok) return { is: 'away', ...waitIn(body) };
    const offered = (body as { transports?: readonly Transport[] }).transports; // the type of the route's response schema
    return { is: 'there', transports: offered ?? transports };
  } catch {
    return { is: 'away' };
  }
}

function waitIn(body: unknown): { readonly retryAfterMs?: number } {
  const seconds = (body as { retryAfter?: unknown } | null)?.retryAfter;
  return typeof seconds === 'number' ? { retryAfterMs: seconds * 1000 } : {};
}
