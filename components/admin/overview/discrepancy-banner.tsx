import type { Route } from 'next';
import { consoleTime } from '#components/admin/console-time.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Link } from '#components/ui/link.tsx';
import type { Discrepancies } from '#lib/store/audit/discrepancies.ts';

/** Shows a banner on every console page while stock, orders or money do not add up. */
export function DiscrepancyBanner({
  discrepancies: { auditId, found, at },
}: {
  readonly discrepancies: Discrepancies;
}) {
  return (
    <section aria-label="Store audit">
      <Alert
        kind="danger"
        title={`The last store audit found ${found === 1 ? '1 difference' : `${found} differences`}`}
        action={
          <Link href={`/admin/store-audits/${auditId}` as Route} className="font-medium underline underline-offset-4">
            View differences
          </Link>
        }
      >
        Finished on <time dateTime={at}>{consoleTime(at)}</time>. Nothing was changed.
      </Alert>
    </section>
  );
}
