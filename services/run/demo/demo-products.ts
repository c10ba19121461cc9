import { bags } from './bags.ts';
import { coffeeTea } from './coffee-tea.ts';
import type { DemoCategoryKey, DemoProduct } from './demo-product.ts';
import { lighting } from './lighting.ts';
import { paper } from './paper.ts';
import { plants } from './plants.ts';
import { tableware } from './tableware.ts';
import { textiles } from './textiles.ts';
import { workspace } from './workspace.ts';

const byCategory: Readonly<Record<DemoCategoryKey, readonly DemoProduct[]>> = {
  tableware,
  lighting,
  textiles,
  'coffee-tea': coffeeTea,
  paper,
  bags,
  plants,
  workspace,
};

/** The demo catalog, category by category. */
export const demoProducts = (Object.entries(byCategory) as [DemoCategoryKey, readonly DemoProduct[]][]).flatMap(
  ([category, products]) => products.map((product) => ({ ...product, category })),
);
