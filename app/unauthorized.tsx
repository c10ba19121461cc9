import type { Metadata } from 'next';
import { DeadEnd } from '#components/shell/dead-end.tsx';
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
    <DeadEnd title={t('unauthorizedTitle')} text={t('unauthorizedText')}>
      <SignInLink href={go('/sign-in')} className={buttonClass({})}>
        {shell('signIn')}
      </SignInLink>
      <LinkButton href={go('/')} look="quiet">
        {t('toHome')}
      </LinkButton>
    </DeadEnd>
  );
}
