import 'server-only';
import { pageContext } from '#lib/api/page-context.ts';
import type { SellerRoom, SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { pageLinks } from './page-texts.ts';
import { roomTexts } from './room-texts.ts';

/**
 * Returns the texts of a room of the seller's console in the language of the page, unless another is given, and `go`,
 * which keeps the language of the address in links.
 */
export async function sellerTexts<R extends SellerRoom>(room: R, asked?: Locale) {
  const [ctx, go] = await Promise.all([pageContext('public'), pageLinks()]);
  const locale = asked ?? ctx.locale;
  const { default: texts }: { default: SellerTexts<R> } = await import(`../../i18n/seller/${locale}/${room}.json`);
  return { ...roomTexts(texts, { locale, zone: ctx.user?.timezone ?? 'UTC' }), go };
}
