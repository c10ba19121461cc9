import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { CsvLink } from '#components/admin/csv-link.tsx';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { QueueTable } from '#components/admin/verification/queue-table.tsx';
import { queueHref } from '#components/admin/verification/verification-hrefs.ts';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { listQueue } from '#lib/admin/verification/queue.ts';
import { appliedKinds } from '#lib/admin/verification/values.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

const LIMIT = 50;

export const generateMetadata = async () => ({ title: (await consoleTexts('verification')).t('title') });

export default async function VerificationPage({ searchParams }: PageProps<'/admin/verification'>) {
  const ctx = await pageContext('admin');
  const asked = await searchParams;
  const kind = appliedKinds.find((known) => known === asked.kind);
  const [{ texts, reader }, common, { queue, nextCursor }] = await Promise.all([
    consoleTexts('verification'),
    consoleTexts('common'),
    pageOrFirst(textOf(asked.cursor), (cursor) => listQueue(ctx, { kind, limit: LIMIT, cursor })),
  ]);

  return (
    <main id="content" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">{texts.title}</h1>
        <CsvLink list="verification" query={{ kind }} />
      </div>
      <nav aria-label={texts.kinds}>
        <ChoiceLinks
          choices={[undefined, ...appliedKinds]}
          chosen={kind}
          hrefOf={(choice) => queueHref({ kind: choice })}
          textOf={(choice) => (choice ? texts[`kind_${choice}`] : common.t('all'))}
        />
      </nav>
      <QueueTable
        rows={queue}
        isFiltered={kind !== undefined}
        texts={texts}
        reader={reader}
        now={ctx.now()}
        readerId={ctx.user.id}
      />
      <CursorPages
        isFirst={asked.cursor === undefined}
        nextCursor={nextCursor}
        hrefOf={(cursor) => queueHref({ kind, cursor })}
        first={texts.first}
        next={texts.next}
      />
    </main>
  );
}
