import type { Metadata } from 'next';
import { ErrorNotice } from '#components/shell/error-notice.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('errors');
  return { title: t('forbiddenTitle') };
}

export default async function Forbidden() {
  const { t, go } = await pageTexts('errors');
  return (
    <ErrorNotice title={t('forbiddenTitle')} text={t('forbiddenText')}>
      <LinkButton href={go('/')}>{t('toHome')}</LinkButton>
    </ErrorNotice>
  );
}
