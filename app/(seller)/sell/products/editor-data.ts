import 'server-only';
import type { Context } from '#lib/context/context.ts';
import { mostUploadBytes } from '#lib/core/env/uploads.ts';
import { MAIN_CURRENCY } from '#lib/core/money.ts';
import { categoryTree } from '#lib/store/catalog/categories.ts';
import { currenciesOf } from '#lib/store/products/currencies.ts';
import type { VendorProduct } from '#lib/store/schemas/vendor-product.ts';

type Edited = Pick<VendorProduct, 'currency' | 'categories'>;
const noProduct: Edited = { currency: MAIN_CURRENCY, categories: [] };

/**
 * Returns what the editor of a product needs besides the product: currencies, the tree of categories, limits. A hidden
 * category is among the choices of a product that has it, which could not leave it otherwise.
 */
export async function editorData(ctx: Context, { currency, categories }: Edited = noProduct) {
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
      .filter(({ id, isHidden }) => !isHidden || categories.some((own) => own.id === id))
      .map(({ id, path, isHidden }) => ({
        ...{ id, isHidden },
        names: path.map((step) => tree.byId.get(step)?.name[ctx.locale] ?? ''),
      })),
    mostBytes: mostUploadBytes(ctx.env),
  };
}
