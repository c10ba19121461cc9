// Runs in a separate thread (services/images/open-images.ts). It reads one uploaded picture at a time outside the event
// loop.
import { parentPort } from 'node:worker_threads';
import { codeOf } from '#lib/core/errors.ts';
import type { ImageAnswer, ImageJob } from '#services/images/open-images.ts';
import { processImage } from '#services/images/process-image.ts';

parentPort?.on('message', (job: ImageJob) => void answer(job));

parentPort?.postMessage('ready');

async function answer({ bytes, sides, seconds }: ImageJob): Promise<void> {
  let found: ImageAnswer;
  try {
    found = { ok: true, image: await processImage(bytes, sides, seconds) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    found = { ok: false, isSize: codeOf(error) === 'ImageSize', message };
  }
  parentPort?.postMessage(found);
}
