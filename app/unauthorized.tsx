import type { Metadata } from 'next';
import { ErrorNotice } from '#components/shell/error-notice.tsx';
import { SignInLink } from '#components/shell/sign-in-link.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import { LinkButton } from '#components/ui/link-button.tsx';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('errors');
  return { title: t('unauthorizedTitle') };
}

export default async function Unauthorized() {
  const [{ t, go }, { t: shell }] = await Promise.all([pageTexts('errors'), pageTexts('shell')]);
  return (
    <ErrorNotice title={t('unauthorizedTitle')} text={t('unauthorizedText')}>
      <SignInLink href={go('/sign-in')} className={buttonClass({})}>
        {shell('signIn')}
      </SignInLink>
      <LinkButton href={go('/')} look="quiet">
        {t('toHome')}
      </LinkButton>
    </ErrorNotice>
  );
}
