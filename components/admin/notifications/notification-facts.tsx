import { Fact, Facts } from '#components/admin/facts.tsx';
import type { Explained } from '#lib/notifications/deliver/deliveries.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';
import { aboutText } from './delivery-words.ts';

/**
 * Shows the delivery plan of one notification and what its reader did with it. This explains, for example, why there
 * was no push.
 */
export async function NotificationFacts({ notification }: { readonly notification: Explained }) {
  const { t, texts, locale, momentOf } = await consoleTexts('notifications');
  const words = await clientTexts('notificationWords', locale);
  const { id, about, type, priority, plan, status, createdAt, readAt, archivedReason, collapsedCount } = notification;
  const state = [
    archivedReason === null ? t(`state_${status}`) : t(`archived_${archivedReason}`),
    readAt !== null && t('readAt', { at: momentOf(readAt) }),
    collapsedCount > 0 && t('grouped', { count: collapsedCount + 1 }),
  ];
  return (
    <section aria-label={t('of', { id })} className="flex flex-col gap-4 rounded-lg border border-line p-4">
      <h3 className="font-mono text-sm break-all">{id}</h3>
      <Facts>
        <Fact name={t('about')}>
          {aboutText(texts, about)} ({words[type]}, {words[priority]})
        </Fact>
        <Fact name={t('createdAt')}>{momentOf(createdAt)}</Fact>
        <Fact name={t('state')}>{state.filter(Boolean).join(', ')}</Fact>
        <Fact name={t('planPush')}>{t(`why_${plan.push}`)}</Fact>
        <Fact name={t('planEmail')}>{t(`why_${plan.email}`)}</Fact>
      </Facts>
    </section>
  );
}
