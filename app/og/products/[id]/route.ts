import { answerPicture } from '#lib/api/answer-picture.ts';
import { addressLocale } from '#lib/api/locale.ts';
import { openContext } from '#lib/api/open-context.ts';
import { CARD_DESIGN, drawProductCard } from '#lib/api/product-card.ts';
import { getPublicProduct } from '#lib/store/products/products.ts';

/**
 * Responds with the card of a product for shared links: its title and its seller. It uses the language of the address
 * alone, because all visitors get the same copy for a day.
 */
export async function GET(request: Request, { params }: RouteContext<'/og/products/[id]'>): Promise<Response> {
  const { id } = await params;
  const ctx = { ...openContext(request.headers), locale: addressLocale(request.headers) };
  return answerPicture(ctx, request, async () => {
    const { title, vendor } = await getPublicProduct(ctx, id);
    const card = { title, maker: vendor.name };
    const draw = () => ctx.pictureDrawer?.draw(card) ?? drawProductCard(card);
    return { words: [CARD_DESIGN, title, vendor.name], draw };
  });
}
