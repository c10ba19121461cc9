// Reference: socket.io over WebSocket with its defaults, except for pings less frequent than a run lasts. A channel is
// one of its rooms.
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { serveControl } from '#tests/bench/tunnel/control.ts';
import { CHANNEL } from '#tests/bench/tunnel/kinds.ts';
import { payloadOf } from '#tests/bench/tunnel/stamp.ts';
import { listen } from './listen.ts';

const server = createServer();
const io = new Server(server, { transports: ['websocket'], pingInterval: 300_000, perMessageDeflate: false });

io.on('connection', (socket) => {
  socket.on('subscribe', async (room: string, answer: (room: string) => void) => {
    await socket.join(room);
    answer(room);
  });
});

const port = await listen(server);
serveControl({ port, publish: (stamp) => io.to(CHANNEL).emit('m', payloadOf(stamp)) });
