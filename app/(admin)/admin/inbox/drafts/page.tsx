import { InboxFrame } from '#app/(admin)/admin/inbox/inbox-frame.tsx';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { channelNamesOf } from '#components/inbox/channels/channel-names.ts';
import { DraftCards } from '#components/inbox/draft/draft-cards.tsx';
import { queryHref } from '#components/ui/query-href.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { listPendingDrafts, listTroubledDrafts } from '#lib/crm/drafts/drafts.ts';
import { listChannels } from '#lib/crm/mailboxes/channel-health.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

const LIMIT = 50;

export async function generateMetadata() {
  const { t } = await consoleTexts('reply');
  return { title: t('drafts') };
}

export default async function DraftsPage({ searchParams }: PageProps<'/admin/inbox/drafts'>) {
  const ctx = await pageContext('admin');
  const asked = textOf((await searchParams).cursor);
  const [{ drafts, nextCursor }, troubled] = await Promise.all([
    pageOrFirst(asked, (cursor) => listPendingDrafts(ctx, { limit: LIMIT, cursor })),
    asked === undefined ? listTroubledDrafts(ctx) : [],
  ]);
  const [{ t }, { channels }] = await Promise.all([consoleTexts('reply'), listChannels(ctx)]);
  const channelNames = channelNamesOf(channels);
  const now = ctx.now().toISOString();
  return (
    <InboxFrame ctx={ctx} here="drafts">
      <h1 className="text-2xl">{t('drafts')}</h1>
      {troubled.length > 0 && (
        <section aria-labelledby="troubled" className="flex flex-col gap-3">
          <h2 id="troubled" className="text-lg">
            {t('troubled')}
          </h2>
          <DraftCards label={t('troubledList')} drafts={troubled} channelNames={channelNames} now={now} />
        </section>
      )}
      {troubled.length > 0 && <h2 className="text-lg">{t('waiting')}</h2>}
      <DraftCards label={t('draftList')} drafts={drafts} channelNames={channelNames} now={now} />
      <CursorPages
        isFirst={asked === undefined}
        nextCursor={nextCursor}
        label={t('pages')}
        first={t('first')}
        next={t('older')}
        hrefOf={(cursor) => queryHref('/admin/inbox/drafts', { cursor })}
      />
    </InboxFrame>
  );
}
