import type { RawData, WebSocket } from 'ws';
import type { TunnelSink } from '#lib/tunnel/connections/sink.ts';
import type { Caller, Line, OpenOptions } from '#lib/tunnel/tunnel.ts';
import { closeCodes } from '#lib/tunnel/values.ts';
import { openMerger } from './merge-frames.ts';

type Open = (caller: Caller, sink: TunnelSink, options?: OpenOptions) => Line;
const PING = '{"type":"ping"}';
const asText = { binary: false };

/** Connects the WebSockets of a platform to the hub. Sockets that get the same frames in one turn share the same bytes. */
export function openWebSockets(open: Open) {
  const merge = openMerger((text) => Buffer.from(text));

  return (caller: Caller, socket: WebSocket, options?: OpenOptions): void => {
    // Without an error listener a reset connection would end the process.
    socket.on('error', () => socket.terminate());
    const left = (): void => line.drained();
    const sink: TunnelSink = {
      transport: 'websocket',
      write: (frames) => socket.send(merge(frames), asText, left),
      pendingBytes: () => socket.bufferedAmount,
      ping: () => socket.send(PING, asText),
      end: (code, reason) => socket.close(code, reason),
    };
    const line = open(caller, sink, options);
    socket.on('message', (data: RawData, isBinary: boolean) => {
      if (isBinary) line.end(closeCodes.badFrame, 'binary frame');
      // `ws` returns a Buffer by default.
      else line.receive((data as Buffer).toString());
    });
    socket.on('close', () => line.gone());
  };
}
