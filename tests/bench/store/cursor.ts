import type { Client } from '#tests/support/http-client.ts';
import { seeded } from './figures.ts';
import type { Report } from './report.ts';
import { isEdited, type World } from './world.ts';

const WRITERS = 5;
const PAGE = 50;

type Page = { products: { id: string }[]; nextAfterId: string | null };

/** Walks the catalog by cursor while five writers change prices, stock and status of other products. */
export async function runCursor(world: World, client: Client, report: Report) {
  // The walk is judged on unchanged products: a product whose price moves past the cursor may appear twice or not at
  // all.
  const touched = world.productIds.filter((_, place) => isEdited(place));
  const steady = new Set(world.productIds.filter((_, place) => !isEdited(place)));
  let walking = true;
  let edits = 0;
  const writer = async (number: number) => {
    const next = seeded(number);
    while (walking) {
      await world.changeProduct(touched[Math.floor(next() * touched.length)] ?? '', next);
      edits += 1;
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, number) => writer(number + 1));

  const seen = new Map<string, number>();
  let pages = 0;
  for (let after: string | null = ''; after !== null; pages++) {
    const from: string = after ? `&afterId=${encodeURIComponent(after)}` : '';
    const { body } = await client.call({ path: `/api/store/products?sortBy=price_asc&limit=${PAGE}${from}` });
    const page = JSON.parse(body) as Page;
    for (const { id } of page.products) if (steady.has(id)) seen.set(id, (seen.get(id) ?? 0) + 1);
    after = page.nextAfterId;
  }
  walking = false;
  await Promise.all(writers);

  const duplicates = [...seen.values()].filter((times) => times > 1).length;
  const missing = [...steady].filter((id) => !seen.has(id)).length;
  report.line(
    'cursor',
    `pages=${pages} edits=${edits} steady=${steady.size} duplicates=${duplicates} missing=${missing}`,
    duplicates + missing === 0 && edits > 0 ? 'PASS' : 'FAIL',
  );
}
