import { CalendarDays } from 'lucide-react';
import type { EmailMessageView } from '#lib/crm/schemas/message.ts';

type Event = NonNullable<EmailMessageView['event']>;
const methods: Readonly<Record<string, string>> = {
  REQUEST: 'Invitation',
  CANCEL: 'Canceled',
  REPLY: 'Reply to an invitation',
  PUBLISH: 'Event',
};

/** Shows the event of an invitation. The page offers no reply to it. */
export function EventCard({ event: { method, summary, start, end, organizer } }: { readonly event: Event }) {
  return (
    <section aria-label="Event" className="flex gap-3 rounded-md border border-line bg-sunken p-3 text-sm">
      <CalendarDays aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="font-medium">
          {methods[method ?? ''] ?? 'Event'}: {summary || 'no title'}
        </p>
        {start && (
          <p>
            {momentText(start)}
            {end && ` to ${momentText(end)}`}
          </p>
        )}
        {organizer && <p className="text-muted wrap-anywhere">organized by {organizer}</p>}
      </div>
    </section>
  );
}

/** Formats a day, a time, or a local time with an unknown zone. */
function momentText(at: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(at)) return day.format(new Date(`${at}T00:00:00Z`));
  if (!at.endsWith('Z')) return `${moment.format(new Date(`${at}Z`))} (local time)`;
  return `${moment.format(new Date(at))} UTC`;
}
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
