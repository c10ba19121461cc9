import { InboxFrame } from '#app/(admin)/admin/inbox/inbox-frame.tsx';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { channelNamesOf } from '#components/inbox/channels/channel-names.ts';
import { DeadLetterTable } from '#components/inbox/channels/dead-letter-table.tsx';
import { queryHref } from '#components/ui/query-href.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { listChannels } from '#lib/crm/mailboxes/channel-health.ts';
import { listDeadLetters } from '#lib/crm/mailboxes/dead-letters.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

const LIMIT = 50;

export async function generateMetadata() {
  const { t } = await consoleTexts('crm');
  return { title: t('lettersTitle') };
}

export default async function DeadLettersPage({ searchParams }: PageProps<'/admin/inbox/dead-letters'>) {
  const ctx = await pageContext('admin');
  const asked = textOf((await searchParams).cursor);
  const { deadLetters, nextCursor } = await pageOrFirst(asked, (cursor) =>
    listDeadLetters(ctx, { limit: LIMIT, cursor }),
  );
  const [{ t }, { channels }] = await Promise.all([consoleTexts('crm'), listChannels(ctx)]);
  return (
    <InboxFrame ctx={ctx} here="dead-letters">
      <h1 className="text-2xl">{t('lettersTitle')}</h1>
      <DeadLetterTable letters={deadLetters} channelNames={channelNamesOf(channels)} />
      <CursorPages
        isFirst={asked === undefined}
        nextCursor={nextCursor}
        label={t('pages')}
        first={t('newest')}
        next={t('older')}
        hrefOf={(cursor) => queryHref('/admin/inbox/dead-letters', { cursor })}
      />
    </InboxFrame>
  );
}
