import type { Metadata } from 'next';
import { ErrorNotice } from '#components/shell/error-notice.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await consoleTexts('common');
  return { title: t('missingTitle') };
}

export default async function NothingHere() {
  const { t } = await consoleTexts('common');
  return (
    <ErrorNotice title={t('missingTitle')} text={t('missingText')}>
      <LinkButton href="/admin">{t('toOverview')}</LinkButton>
    </ErrorNotice>
  );
}
