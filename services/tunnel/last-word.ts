import type { Duplex } from 'node:stream';

/**
 * Says a last thing on a socket that was not upgraded, and lets go of it once that has left. Ended alone it would stay as
 * long as the other end keeps its own half open, because a server of HTTP takes halves.
 */
export function sayLast(socket: Duplex, text: string): void {
  socket.once('finish', () => socket.destroy());
  socket.end(text);
}
