import { CalendarDays } from 'lucide-react';
import type { EmailMessageView } from '#lib/crm/schemas/message.ts';
import type { Reader, Say } from '#lib/i18n/console/texts.ts';
import { dayText, timeText } from '#lib/i18n/console/times.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

type Event = NonNullable<EmailMessageView['event']>;
const methods = ['REQUEST', 'CANCEL', 'REPLY', 'PUBLISH'] as const;

/** Shows the event of an invitation. The page offers no reply to it. */
export async function EventCard({ event: { method, summary, start, end, organizer } }: { readonly event: Event }) {
  const { t, reader } = await consoleTexts('mail');
  const known = methods.find((name) => name === method) ?? 'PUBLISH';
  const from = start && eventTime(start, t, reader);
  return (
    <section aria-label={t('event')} className="flex gap-3 rounded-md border border-line bg-sunken p-3 text-sm">
      <CalendarDays aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="font-medium">
          {t(`event_${known}`)}: {summary || t('noTitle')}
        </p>
        {from && <p>{end ? t('span', { from, to: eventTime(end, t, reader) }) : from}</p>}
        {organizer && <p className="text-muted wrap-anywhere">{t('organizedBy', { name: organizer })}</p>}
      </div>
    </section>
  );
}

/** Formats a day, a time, or a local time with an unknown zone. */
function eventTime(at: string, t: Say<'mail'>, reader: Reader): string {
  const inUtc = { ...reader, zone: 'UTC' };
  if (/^\d{4}-\d{2}-\d{2}$/.test(at)) return dayText(`${at}T00:00:00Z`, inUtc);
  return at.endsWith('Z') ? timeText(at, reader) : t('localTime', { at: timeText(`${at}Z`, inUtc) });
}
