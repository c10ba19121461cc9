import type { Metadata } from 'next';
import { z } from 'zod';
import { LinkSignIn } from '#components/account/link-sign-in.tsx';
import { SignInFrame } from '#components/account/sign-in-frame.tsx';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';

const search = z.object({ token: z.string().max(100).catch('') });

/** The address of this page contains a secret: it must not be sent to other sites or indexed. */
export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('signIn');
  return { title: t('linkTitle'), referrer: 'no-referrer', robots: { index: false } };
}

export default async function SignInLinkPage({ searchParams }: PageProps<'/sign-in/link'>) {
  const [{ t, locale, go }, texts, query] = await Promise.all([
    pageTexts('signIn'),
    clientTexts('signIn'),
    searchParams,
  ]);
  const { token } = search.parse(query);

  return (
    <SignInFrame title={t('linkTitle')}>
      <LinkSignIn token={token} signInHref={go('/sign-in')} locale={locale} texts={texts} />
    </SignInFrame>
  );
}
