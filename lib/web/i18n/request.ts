import { getRequestConfig } from 'next-intl/server';
import { pageContext } from '#lib/api/page-context.ts';
import { locales } from '#lib/i18n/values.ts';

/** Times are shown in the zone of the account. A guest hardly sees any. */
const GUEST_ZONE = 'Europe/Kyiv';

export default getRequestConfig(async ({ locale: asked }) => {
  const { locale: read, user } = await pageContext('public');
  // The texts of an order's own language are requested by name. All others use the reader's language.
  const locale = locales.find((known) => known === asked) ?? read;
  const { default: messages } = await import(`../../i18n/${locale}.json`);
  return { locale, messages, timeZone: user?.timezone ?? GUEST_ZONE };
});
