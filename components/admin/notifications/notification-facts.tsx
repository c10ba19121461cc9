import { ReaderTime } from '#components/admin/console-reader.tsx';
import { Fact, Facts } from '#components/admin/facts.tsx';
import type { Explained } from '#lib/notifications/deliver/deliveries.ts';
import { plainWords } from './delivery-words.ts';

/**
 * Shows the delivery plan of one notification and what its reader did with it. This explains, for example, why there
 * was no push.
 */
export function NotificationFacts({ notification }: { readonly notification: Explained }) {
  const { id, about, type, priority, plan, status, createdAt, readAt, archivedReason, collapsedCount } = notification;
  return (
    <section aria-label={`Notification ${id}`} className="flex flex-col gap-4 rounded-lg border border-line p-4">
      <h3 className="font-mono text-sm break-all">{id}</h3>
      <Facts>
        <Fact name="About">
          {about} ({type}, {priority})
        </Fact>
        <Fact name="Created">
          <ReaderTime at={createdAt} isExact />
        </Fact>
        <Fact name="Status">
          {archivedReason ? `archived: ${plainWords(archivedReason)}` : status}
          {readAt && (
            <>
              , read <ReaderTime at={readAt} isExact />
            </>
          )}
          {collapsedCount > 0 && `, ${collapsedCount + 1} grouped`}
        </Fact>
        <Fact name="Push decision">{plainWords(plan.push)}</Fact>
        <Fact name="Email decision">{plainWords(plan.email)}</Fact>
      </Facts>
    </section>
  );
}
