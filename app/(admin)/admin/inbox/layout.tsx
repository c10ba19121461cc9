import type { ReactNode } from 'react';
import './inbox.css';
import { InboxProvider } from '#components/inbox/inbox-provider.tsx';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

export async function generateMetadata() {
  const { t } = await consoleTexts('inbox');
  return { title: { default: t('title'), template: `%s · ${t('title')}` } };
}

/** Stays mounted between threads, so that the last action can still be undone. */
export default async function InboxLayout({ children }: { readonly children: ReactNode }) {
  const [inbox, mail, reply, crm] = await Promise.all([
    consoleTexts('inbox'),
    consoleTexts('mail'),
    consoleTexts('reply'),
    consoleTexts('crm'),
  ]);
  const texts = { inbox: inbox.texts, mail: mail.texts, reply: reply.texts, crm: crm.texts };
  return <InboxProvider texts={texts}>{children}</InboxProvider>;
}
