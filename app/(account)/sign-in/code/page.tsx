import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SignInForm } from '#components/account/sign-in-form.tsx';
import { SignInFrame } from '#components/account/sign-in-frame.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('signIn');
  return { title: t('codeTitle'), robots: { index: false } };
}

export default async function SignInCodePage() {
  const ctx = await pageContext();
  if (ctx.user) redirect('/');
  const { t } = await pageTexts('signIn');

  return (
    <SignInFrame title={t('codeTitle')}>
      <SignInForm next="/" start="code" />
    </SignInFrame>
  );
}
