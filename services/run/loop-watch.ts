import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '#lib/context/ports/log.ts';

const BEAT_MS = 100;
/** A loop that was held for longer is written into the log. */
const HELD_MS = 250;
/** Requests that ended between two beats are remembered up to so many, and so many routes are named. */
const MOST_ENDED = 200;
const MOST_NAMED = 5;

export type LoopWatch = {
  /** Notes a request from its first byte to its last. */
  note(request: Pick<IncomingMessage, 'url'>, response: Pick<ServerResponse, 'once'>): void;
  /** Looks how late it is; the timer does so every 100 ms. */
  beat(): void;
  close(): void;
};

export type LoopWatchOptions = {
  readonly log: Log;
  /** Names the route of a path: never the path itself, into which a caller may have written anything. */
  readonly routeOf: (path: string) => string;
  readonly nowMs?: () => number;
  /** The processor time this process has used. */
  readonly cpuMs?: () => number;
};

/**
 * Writes `loop.held` when the event loop stood still for more than 250 ms: for how long, how much of it was processor
 * time of this process (less means a busy machine), and the routes of the requests that were under way. None means work
 * of the process itself, whose lines in the log are near.
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
      // The newest first: what was under way for long has mostly waited.
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
