// Reference: server-sent events on `node:http` and nothing else; one pre-built Buffer per event.
import { createServer, type ServerResponse } from 'node:http';
import { serveControl } from '#tests/bench/tunnel/control.ts';
import { payloadOf } from '#tests/bench/tunnel/stamp.ts';
import { listen } from './listen.ts';

const streams = new Set<ServerResponse>();
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' });
  response.write(':ready\n\n');
  streams.add(response);
  response.on('error', () => response.destroy());
  response.on('close', () => streams.delete(response));
});

const port = await listen(server);
serveControl({
  port,
  publish(stamp) {
    const event = Buffer.from(`data: ${JSON.stringify(payloadOf(stamp))}\n\n`);
    for (const stream of streams) stream.write(event);
  },
});
