import type { Metadata, Route } from 'next';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { SignInForm } from '#components/account/sign-in-form.tsx';
import { SignInFrame } from '#components/account/sign-in-frame.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { nextPathOf } from '#lib/auth/next-path.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

const search = z.object({ next: z.string().max(2000).optional().catch(undefined) });

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('signIn');
  return { title: t('title'), robots: { index: false } };
}

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const ctx = await pageContext();
  const next = nextPathOf(ctx.origin, search.parse(await searchParams).next);
  if (ctx.user) redirect(next as Route); // checked to be a path of ours
  const { t } = await pageTexts('signIn');

  return (
    <SignInFrame title={t('title')} lead={t('lead')}>
      <SignInForm next={next} />
    </SignInFrame>
  );
}
