import type { Duplex } from 'node:stream';

/**
 * Sends a last text on a socket that was not upgraded, and destroys the socket after the text has left. An HTTP server
 * allows half-open sockets, so a socket that is only ended stays open until the client closes its half.
 */
export function sendLast(socket: Duplex, text: string): void {
  socket.once('finish', () => socket.destroy());
  socket.end(text);
}
