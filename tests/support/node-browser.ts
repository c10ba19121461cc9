import { EventSource } from 'eventsource';
import type { Transport } from '#lib/tunnel/values.ts';
import { LADDER_KEY } from '#lib/web/tunnel/ladder.ts';
import type { LineWorld } from '#lib/web/tunnel/line.ts';
import { pollLine, type Socket, socketLine, streamLine } from '#lib/web/tunnel/lines.ts';
import { negotiate } from '#lib/web/tunnel/negotiation.ts';
import { memory } from './tunnel-script.ts';

type Dial = { readonly origin: string; readonly cookie: string };

/**
 * Returns what the browser half of the tunnel needs of a browser, in this process: Node's own WebSocket and fetch, and
 * a third-party EventSource. It supports one transport. `sockets` receives every WebSocket that is opened, so that a
 * test can close it.
 */
export function nodeBrowser({ origin, cookie }: Dial, transport: Transport, sockets: Socket[] = []): LineWorld {
  const headers = { cookie };
  const at = (path: string) => `${origin}/api/tunnel${path}`;
  const storage = memory();
  if (transport !== 'websocket') storage.setItem(LADDER_KEY, `${transport} ${Date.now()}`);
  return {
    open: {
      websocket: socketLine(() => {
        // Node takes headers where a browser takes sub-protocols; a browser sends its cookie by itself.
        const socket = Reflect.construct(WebSocket, [at('/ws').replace('http', 'ws'), { headers }]) as WebSocket;
        sockets.push(socket);
        return socket;
      }),
      sse: streamLine(
        (query) =>
          new EventSource(at(`/sse?${query}`), {
            fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...headers } }),
          }),
      ),
      poll: pollLine(
        (question, signal) =>
          fetch(at('/poll'), {
            ...{ method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
            ...{ body: JSON.stringify(question), signal },
          }),
        'test',
      ),
    },
    negotiate: async () => {
      const answer = await negotiate(() => fetch(at(''), { headers }));
      return answer.is === 'there' ? { ...answer, transports: [transport] } : answer;
    },
    storage,
    now: Date.now,
    random: () => 0.01,
    later(work, ms) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  };
}
