import type { RawData, WebSocket } from 'ws';
import type { Frame } from '#lib/tunnel/frame.ts';
import type { TunnelSink } from '#lib/tunnel/sink.ts';
import type { Caller, Line, OpenOptions } from '#lib/tunnel/tunnel.ts';
import { closeCodes } from '#lib/tunnel/values.ts';

type Open = (caller: Caller, sink: TunnelSink, options?: OpenOptions) => Line;
const PING = Buffer.from('{"type":"ping"}');
const asText = { binary: false };

/** Puts sockets onto the hub. Sockets that get the same frames in one turn get the same bytes. */
export function openWebSockets(open: Open) {
  const merge = openMerger();

  return (caller: Caller, socket: WebSocket, options?: OpenOptions): void => {
    // Without a listener a reset connection would end the process.
    socket.on('error', () => socket.terminate());
    const left = (): void => line.drained();
    const line = open(
      caller,
      {
        transport: 'websocket',
        write: (frames) => socket.send(merge(frames), asText, left),
        pendingBytes: () => socket.bufferedAmount,
        ping: () => socket.send(PING, asText),
        end: (code, reason) => socket.close(code, reason),
      },
      options,
    );
    socket.on('message', (data: RawData, isBinary: boolean) => {
      if (isBinary) line.end(closeCodes.badFrame, 'binary frame');
      // What `ws` hands out unless it is told otherwise.
      else line.receive((data as Buffer).toString());
    });
    socket.on('close', () => line.gone());
  };
}

/** One message of several frames: each on a line of its own. Remembers the last, because a burst is the same for many. */
function openMerger(): (frames: readonly Frame[]) => Buffer {
  let last: readonly Frame[] = [];
  let merged = Buffer.alloc(0);
  return (frames) => {
    const [only] = frames;
    if (only && frames.length === 1) return only.bytes;
    const isSame = frames.length === last.length && frames.every((frame, at) => frame === last[at]);
    if (!isSame) merged = Buffer.from(frames.map(({ text }) => text).join('\n'));
    last = frames;
    return merged;
  };
}
