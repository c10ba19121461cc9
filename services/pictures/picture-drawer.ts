import type { Log } from '#lib/context/ports/log.ts';
import type { PictureDrawer, ProductCard } from '#lib/context/ports/pictures.ts';
import { unavailable } from '#lib/core/errors.ts';
import { openThreads, type ThreadLimits } from '#services/threads/open-threads.ts';

/** One thread draws about ten pictures a second, so the last of twenty waiting pictures waits two seconds. */
const limitsOfProduct: ThreadLimits = {
  ...{ most: 1, mostWaiting: 20, restMs: 60_000 },
  ...{ cpuMs: 5_000, clockMs: 10_000, memoryMb: 256 },
};
const RETRY_SECONDS = 5;

/** The response of the thread. */
export type DrawAnswer =
  | { readonly ok: true; readonly png: ArrayBuffer }
  | { readonly ok: false; readonly message: string };

/**
 * Draws pictures in a worker thread that runs `entry` (services/run/picture-worker.ts). The first picture loads fonts
 * and code for half a second; each further picture takes a tenth of a second. Throws ServiceUnavailable when too many
 * pictures wait, or one takes too long.
 */
export function openPictureDrawer(entry: URL, log: Log, limits: Partial<ThreadLimits> = {}): PictureDrawer {
  const failed = (message: string) => (cause?: unknown) => unavailable(message, { retryAfter: RETRY_SECONDS, cause });
  const threads = openThreads<ProductCard, DrawAnswer, ArrayBuffer>({
    entry,
    log,
    limits: { ...limitsOfProduct, ...limits },
    stopped: 'picture.stopped',
    resultOf: (answer) => {
      if (!answer.ok) throw new Error(answer.message);
      return answer.png;
    },
    failures: {
      overtime: failed('The picture took too long to draw'),
      outOfMemory: failed('The picture took too much memory to draw'),
      noThread: failed('Pictures cannot be drawn right now'),
      full: failed('Too many pictures are waiting to be drawn'),
    },
  });
  return { draw: (card) => threads.run(card), close: () => threads.close() };
}
