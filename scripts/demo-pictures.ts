// Draws the pictures of the demo catalog into public/demo: two per product, the whole product and a detail.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { demoProducts } from '#services/run/demo/goods/goods.ts';
import { clay } from './demo-pictures/clay.ts';
import { cloth } from './demo-pictures/cloth.ts';
import { coffee } from './demo-pictures/coffee.ts';
import { desk } from './demo-pictures/desk.ts';
import { type Backdrop, sheet } from './demo-pictures/draw.ts';
import { garden } from './demo-pictures/garden.ts';
import { light } from './demo-pictures/light.ts';
import { paper } from './demo-pictures/paper.ts';

const QUALITY = 80;
const drawings: Readonly<Record<string, () => string>> = {
  ...clay,
  ...coffee,
  ...garden,
  ...light,
  ...cloth,
  ...paper,
  ...desk,
};

/** Wall and table of each room. The second picture of a product uses another room. */
const backdrops: readonly Backdrop[] = [
  ['#e9dccb', '#d8c4aa'],
  ['#d7dfd6', '#bccabb'],
  ['#e8d3c6', '#d4b3a0'],
  ['#d6dee4', '#b9c7d1'],
  ['#ece5d3', '#d9cba8'],
  ['#ddd8e2', '#c3bacb'],
];
const dusk: readonly Backdrop[] = [
  ['#5a5560', '#453f49'],
  ['#4f5a5e', '#3c4649'],
];

const folder = resolve(import.meta.dirname, '../public/demo');
mkdirSync(folder, { recursive: true });

for (const [place, product] of demoProducts.entries()) {
  const draw = drawings[product.slug];
  if (!draw) throw new Error(`no drawing for ${product.slug}`);
  const rooms = product.slug in light ? dusk : backdrops;
  for (const view of [0, 1]) {
    const room = rooms[(place + view * 2) % rooms.length] ?? ['#eee', '#ddd'];
    const svg = Buffer.from(sheet(room, draw(), view === 1));
    await sharp(svg)
      .webp({ quality: QUALITY })
      .toFile(join(folder, `${product.slug}-${view + 1}.webp`));
  }
}
