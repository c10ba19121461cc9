import { answerPicture } from '#lib/api/answer-picture.ts';
import { addressLocale } from '#lib/api/locale.ts';
import { openContext } from '#lib/api/open-context.ts';
import { CARD_DESIGN, drawProductCard } from '#lib/api/product-card.ts';
import { getPublicProduct } from '#lib/store/products/products.ts';

/**
 * The card that stands for a product where its link is shared: its title and who makes it, in the language of the
 * address alone, since everybody is given the same copy for a day.
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
