import type { Metadata } from 'next';
import { ErrorNotice } from '#components/shell/error-notice.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await sellerTexts('shell');
  return { title: t('deniedTitle') };
}

/** Shows the refusal inside the console, so that its sidebar still leads on. */
export default async function Denied() {
  const { t, go } = await sellerTexts('shell');
  return (
    <ErrorNotice title={t('deniedTitle')} text={t('deniedText')}>
      <LinkButton href={go('/sell')}>{t('toOverview')}</LinkButton>
    </ErrorNotice>
  );
}
