import { MailOpen } from 'lucide-react';
import { filterOf } from '#components/inbox/inbox-href.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { InboxFrame } from './inbox-frame.tsx';
import { InboxPanes } from './inbox-panes.tsx';

export default async function InboxPage({ searchParams }: PageProps<'/admin/inbox'>) {
  const ctx = await pageContext('admin');
  const filter = filterOf(await searchParams);
  const { t } = await consoleTexts('inbox');
  return (
    <InboxFrame ctx={ctx} here={filter.status ?? 'all'} filter={filter}>
      <h1 className="sr-only">{t('title')}</h1>
      <InboxPanes ctx={ctx} filter={filter}>
        <EmptyState title={t('noThreadOpen')} icon={<MailOpen aria-hidden />}>
          {t('noThreadOpenText')}
        </EmptyState>
      </InboxPanes>
    </InboxFrame>
  );
}
