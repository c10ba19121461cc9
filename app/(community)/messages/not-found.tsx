import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

/** Renders the page for a conversation that is missing or closed to this reader. Both look the same. */
export default async function ConversationNotFound() {
  const { t, go } = await pageTexts('messages');
  return (
    <div className="flex grow items-center justify-center px-4">
      <EmptyState title={t('goneTitle')} action={<LinkButton href={go('/messages')}>{t('back')}</LinkButton>}>
        {t('goneText')}
      </EmptyState>
    </div>
  );
}
