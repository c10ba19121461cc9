import { demoCategoryKeys } from '#services/run/demo/values.ts';
import bags from './bags.json' with { type: 'json' };
import categories from './categories.json' with { type: 'json' };
import coffeeTea from './coffee-tea.json' with { type: 'json' };
import lighting from './lighting.json' with { type: 'json' };
import paper from './paper.json' with { type: 'json' };
import plants from './plants.json' with { type: 'json' };
import { demoGoodsSchema } from './schema.ts';
import tableware from './tableware.json' with { type: 'json' };
import textiles from './textiles.json' with { type: 'json' };
import workspace from './workspace.json' with { type: 'json' };

/** The files of the goods. */
export const goodsFiles = {
  categories,
  goods: { tableware, lighting, textiles, 'coffee-tea': coffeeTea, paper, bags, plants, workspace },
};
const demo = demoGoodsSchema.parse(goodsFiles);

export const demoCategories = demo.categories;

/** The demo catalog, category by category. */
export const demoProducts = demoCategoryKeys.flatMap((category) =>
  demo.goods[category].map((listing) => ({ ...listing, category })),
);
export type DemoProduct = (typeof demoProducts)[number];
