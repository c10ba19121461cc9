import type { IncomingMessage } from 'node:http';
import type { HeaderReader } from '#lib/core/request-head.ts';

/** Set by the server process, which deletes this header from incoming requests. */
export const PEER_HEADER = 'x-plaza-peer';
/** Headers that only we write. */
const OWN_PREFIX = 'x-plaza-';

/** Records the address of the socket and removes every header of ours that the caller sent. */
export function markPeer(request: IncomingMessage): void {
  for (const name of Object.keys(request.headers)) if (name.startsWith(OWN_PREFIX)) delete request.headers[name];
  request.headers[PEER_HEADER] = peerOf(request);
}

/** Returns the same for readers of single headers. The address of the socket is looked up only on demand. */
export const headersOf = (request: IncomingMessage): HeaderReader => ({
  get(name) {
    if (name.startsWith(OWN_PREFIX)) return name === PEER_HEADER ? peerOf(request) : null;
    const value = request.headers[name];
    return value === undefined ? null : String(value);
  },
});

const peerOf = ({ socket }: IncomingMessage): string => (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
