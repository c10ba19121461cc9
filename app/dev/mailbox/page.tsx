import { Mail } from 'lucide-react';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { CaughtMailCard } from '#components/account/caught-mail-card.tsx';
import { AutoRefresh } from '#components/shell/auto-refresh.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { isOwnHost } from '#lib/api/own-host.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('devMailbox');
  return { title: t('title'), robots: { index: false } };
}

/**
 * Shows the mails of a machine that cannot send any. Responds with 404 wherever mail is really sent, and under a
 * foreign host, because the mails contain sign-in codes.
 */
export default async function DevMailboxPage() {
  const { devMailbox, origin } = await pageContext();
  if (!devMailbox || !isOwnHost({ origin }, await headers())) notFound();
  const [{ t, go }, mails] = await Promise.all([pageTexts('devMailbox'), devMailbox.list()]);

  return (
    <main id="content" className="mx-auto flex w-full max-w-3xl grow flex-col gap-6 px-4 pt-8 pb-24 sm:px-6">
      <AutoRefresh />
      <header className="flex flex-col gap-2">
        <h1 className="text-3xl sm:text-4xl">{t('title')}</h1>
        <p className="text-muted">{t('lead')}</p>
      </header>
      {mails.length === 0 ? (
        <EmptyState
          title={t('emptyTitle')}
          icon={<Mail aria-hidden />}
          action={<LinkButton href={go('/sign-in')}>{t('signIn')}</LinkButton>}
        >
          {t('emptyText')}
        </EmptyState>
      ) : (
        <ul className="flex flex-col gap-4">
          {mails.map((mail) => (
            <li key={mail.id}>
              <CaughtMailCard mail={mail} />
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}
