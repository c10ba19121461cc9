import { getRequestConfig } from 'next-intl/server';
import { pageContext } from '#lib/api/page-context.ts';

/** Times are shown in the zone of the account; a guest sees hardly any. */
const GUEST_ZONE = 'Europe/Kyiv';

export default getRequestConfig(async () => {
  const { locale, user } = await pageContext('public');
  const { default: messages } = await import(`./${locale}.json`);
  return { locale, messages, timeZone: user?.timezone ?? GUEST_ZONE };
});
