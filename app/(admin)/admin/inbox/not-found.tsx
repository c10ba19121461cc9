import { ErrorNotice } from '#components/shell/error-notice.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

export default async function NoSuchThread() {
  const { t } = await consoleTexts('inbox');
  return (
    <ErrorNotice title={t('missingTitle')} text={t('missingText')}>
      <LinkButton href="/admin/inbox">{t('goToInbox')}</LinkButton>
    </ErrorNotice>
  );
}
