import { brokenImage, busy, imageSize } from '#lib/context/ports/image-refusals.ts';
import type { Images, ProcessedImage } from '#lib/context/ports/images.ts';
import type { Log } from '#lib/context/ports/log.ts';
import { AppError } from '#lib/core/errors.ts';
import { openThreads, type ThreadLimits } from '#services/threads/open-threads.ts';
import { openTurns, type TurnLimits } from './turns.ts';

/** A waiting picture stays in memory, at most 25 MB each. */
const turnsOfProduct: TurnLimits = { most: 2, mostWaiting: 20, waitMs: 10_000 };
/** The library works outside the heap and in threads of its own. So only the clock limits it, here and in the library. */
const threadsOfProduct = { clockMs: 12_000, cpuMs: 12_000, memoryMb: 128, restMs: 60_000 };

export type ImageJob = {
  readonly bytes: Uint8Array;
  readonly sides: readonly number[];
  readonly seconds: number | undefined;
};
/** The answer of a thread. `isSize`: the picture is too small or too large. */
export type ImageAnswer =
  | { readonly ok: true; readonly image: ProcessedImage }
  | { readonly ok: false; readonly isSize: boolean; readonly message: string };

export type ImageLimits = {
  readonly turns?: Partial<TurnLimits>;
  readonly threads?: Partial<ThreadLimits>;
  /** The time of one step within the library. */
  readonly seconds?: number;
};

/** Reads pictures in worker threads that run `entry` (services/run/image-worker.ts). */
export function openImages(entry: URL, log: Log, limits: ImageLimits = {}): Images {
  const turns = { ...turnsOfProduct, ...limits.turns };
  const take = openTurns(turns, busy);
  const threads = openThreads<ImageJob, ImageAnswer, ProcessedImage>({
    entry,
    log,
    limits: { ...threadsOfProduct, most: turns.most, ...limits.threads },
    stopped: 'images.stopped',
    resultOf: (answer) => {
      if (answer.ok) return answer.image;
      throw answer.isSize ? imageSize() : brokenImage(answer.message);
    },
    failures: { overtime: brokenImage, outOfMemory: brokenImage, crashed: brokenImage, noThread: busy },
  });
  return {
    process: (bytes, sides) => take(() => threads.run({ bytes, sides, seconds: limits.seconds })),
    close: () => threads.close(),
  };
}

/**
 * Reads pictures without a worker thread, where the host gives each request a process of its own. The library loads with
 * the first picture.
 */
export function openImagesHere(): Images {
  const take = openTurns(turnsOfProduct, busy);
  return {
    process: (bytes, sides) =>
      take(async () => {
        const { processImage } = await import('./process-image.ts');
        return processImage(bytes, sides).catch((error: unknown) => {
          throw error instanceof AppError ? error : brokenImage(error);
        });
      }),
    close: async () => {},
  };
}
