// Reference: socket.io over WebSocket, as it comes; it only pings less often than a run lasts.
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { serveControl } from '#tests/bench/tunnel/control.ts';
import { payloadOf } from '#tests/bench/tunnel/stamp.ts';
import { listen } from './listen.ts';

const server = createServer();
const io = new Server(server, { transports: ['websocket'], pingInterval: 300_000, perMessageDeflate: false });

const port = await listen(server);
serveControl({ port, publish: (stamp) => io.emit('m', payloadOf(stamp)) });
