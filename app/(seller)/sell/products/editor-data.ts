import 'server-only';
import type { Context } from '#lib/context/context.ts';
import { mostUploadBytes } from '#lib/core/env/uploads.ts';
import { MAIN_CURRENCY } from '#lib/core/money.ts';
import { categoryTree } from '#lib/store/catalog/categories.ts';
import { currenciesOf } from '#lib/store/products/currencies.ts';

/** Returns what the editor of a product needs besides the product: currencies, the tree of categories, limits. */
export async function editorData(ctx: Context, currency: string = MAIN_CURRENCY) {
  const tree = await categoryTree(ctx);
  const known = currenciesOf(ctx.env);
  // A product keeps its currency when the shop no longer has a rate for it.
  const codes = known.includes(currency) ? known : [...known, currency];
  return {
    currencies: codes.map((code) => ({
      code,
      rate: code === MAIN_CURRENCY ? 1 : Number(ctx.env.STORE_FX_RATES[code] ?? 0),
    })),
    categories: tree.inOrder
      .filter(({ isHidden }) => !isHidden)
      .map(({ id, path }) => ({
        id,
        names: path.map((step) => tree.byId.get(step)?.name[ctx.locale] ?? ''),
      })),
    mostBytes: mostUploadBytes(ctx.env),
  };
}
