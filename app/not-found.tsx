import type { Metadata } from 'next';
import { ErrorNotice } from '#components/shell/error-notice.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('errors');
  return { title: t('notFoundTitle') };
}

export default async function NotFound() {
  const { t, go } = await pageTexts('errors');
  return (
    <ErrorNotice title={t('notFoundTitle')} text={t('notFoundText')}>
      <LinkButton href={go('/products')}>{t('toCatalog')}</LinkButton>
      <LinkButton href={go('/')} look="quiet">
        {t('toHome')}
      </LinkButton>
    </ErrorNotice>
  );
}
