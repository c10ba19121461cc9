import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '#lib/context/ports/log.ts';

const BEAT_MS = 100;
/** A longer delay of the event loop is logged. */
const HELD_MS = 250;
/** Limits on the ended requests remembered between two beats, and on the routes named in one log line. */
const MOST_ENDED = 200;
const MOST_NAMED = 5;

export type LoopWatch = {
  /** Tracks a request from its first byte to its last. */
  note(request: Pick<IncomingMessage, 'url'>, response: Pick<ServerResponse, 'once'>): void;
  /** Measures how late the beat is; the timer calls it every 100 ms. */
  beat(): void;
  close(): void;
};

export type LoopWatchOptions = {
  readonly log: Log;
  /** Returns the route of a path, never the path itself, which may contain any text of the caller. */
  readonly routeOf: (path: string) => string;
  readonly nowMs?: () => number;
  /** The CPU time of this process in ms. */
  readonly cpuMs?: () => number;
};

/**
 * Logs `loop.held` when the event loop was blocked for more than 250 ms. The line holds the duration, this process's
 * share of CPU time (a low value means a busy machine), and the routes of the pending requests. No routes means work of
 * the process itself, which other log lines at that time show.
 */
export function openLoopWatch({
  log,
  routeOf,
  nowMs = () => performance.now(),
  cpuMs = cpuTime,
}: LoopWatchOptions): LoopWatch {
  const open = new Set<Pick<IncomingMessage, 'url'>>();
  let ended: Pick<IncomingMessage, 'url'>[] = [];
  let beatAt = nowMs();
  let cpuAt = cpuMs();

  function beat(): void {
    const [at, cpu] = [nowMs(), cpuMs()];
    const heldMs = at - beatAt - BEAT_MS;
    if (heldMs > HELD_MS) {
      // The newest requests come first, because an old request has mostly waited.
      const routes = new Set(
        [...ended, ...open].reverse().map(({ url = '/' }) => routeOf(url.split('?', 1)[0] ?? '/')),
      );
      const facts = {
        ms: Math.round(heldMs),
        cpuMs: Math.round(cpu - cpuAt),
        routes: [...routes].slice(0, MOST_NAMED),
      };
      log('warn', 'loop.held', facts);
    }
    ended = [];
    beatAt = at;
    cpuAt = cpu;
  }

  const timer = setInterval(beat, BEAT_MS).unref();
  return {
    note(request, response) {
      open.add(request);
      response.once('close', () => {
        open.delete(request);
        if (ended.length < MOST_ENDED) ended.push(request);
      });
    },
    beat,
    close: () => clearInterval(timer),
  };
}

function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
