// Runs in a separate thread (services/pictures/picture-drawer.ts). It draws one picture at a time outside the event
// loop.
import { parentPort } from 'node:worker_threads';
import { drawProductCard } from '#lib/api/product-card.ts';
import type { ProductCard } from '#lib/context/ports/pictures.ts';
import type { DrawAnswer } from '#services/pictures/picture-drawer.ts';

/** The library fetches glyphs that its own font lacks from other servers, and would wait for them without a limit. */
const FETCH_MS = 2_000;
const fetchUnbounded = globalThis.fetch;
globalThis.fetch = (input, init) => fetchUnbounded(input, { ...init, signal: AbortSignal.timeout(FETCH_MS) });

parentPort?.on('message', (card: ProductCard) => void answer(card));

parentPort?.postMessage('ready');

async function answer(card: ProductCard): Promise<void> {
  let found: DrawAnswer;
  try {
    found = { ok: true, png: await drawProductCard(card) };
  } catch (error) {
    found = { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(found, found.ok ? [found.png] : []);
}
