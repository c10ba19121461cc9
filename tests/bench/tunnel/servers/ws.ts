// Reference: the `ws` package and nothing else; one message per subscriber and event.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { serveControl } from '#tests/bench/tunnel/control.ts';
import { payloadOf } from '#tests/bench/tunnel/stamp.ts';
import { listen } from './listen.ts';

const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false, maxPayload: 16_384 });
sockets.on('connection', (socket) => socket.on('error', () => socket.terminate()));

const port = await listen(server);
serveControl({
  port,
  publish(stamp) {
    const message = Buffer.from(JSON.stringify(payloadOf(stamp)));
    for (const socket of sockets.clients) socket.send(message, { binary: false });
  },
});
