import { MessagesSquare } from 'lucide-react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

/** Renders the pane beside the list while no conversation is open. */
export default async function MessagesPage() {
  await pageContext('session');
  const { t } = await pageTexts('messages');
  return (
    <div className="flex grow items-center justify-center">
      <EmptyState title={t('nothingOpen')} icon={<MessagesSquare aria-hidden />}>
        {t('nothingOpenText')}
      </EmptyState>
    </div>
  );
}
