import type { Route } from 'next';
import { getTimeZone } from 'next-intl/server';
import type { ReactNode } from 'react';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { MessageTextsProvider } from './message-texts.tsx';

type WithMessageTextsProps = {
  /** `mostUploadBytes(ctx.env)`. */
  readonly uploadMaxBytes: number;
  /** `currenciesOf(ctx.env)`. */
  readonly currencies: readonly string[];
  readonly children: ReactNode;
};

/** Provides the texts and links for the parts of a conversation. Rendered once around the messages pages. */
export async function WithMessageTexts({ uploadMaxBytes, currencies, children }: WithMessageTextsProps) {
  const [{ locale, go }, timeZone, messageCards, messageCompose, messageFiles, messageNames, people, problems, report] =
    await Promise.all([
      pageTexts('messageCards'),
      getTimeZone(),
      clientTexts('messageCards'),
      clientTexts('messageCompose'),
      clientTexts('messageFiles'),
      clientTexts('messageNames'),
      clientTexts('messagePeople'),
      clientTexts('messageProblems'),
      clientTexts('messageReport'),
    ]);
  const links = { messages: go('/messages' as Route), orders: go('/orders'), wallet: go('/wallet') };

  return (
    <MessageTextsProvider
      value={{
        ...{ messageCards, messageCompose, messageFiles, messageNames },
        ...{ messagePeople: people, messageProblems: problems, messageReport: report },
        ...{ locale, timeZone, links, uploadMaxBytes, currencies },
      }}
    >
      {children}
    </MessageTextsProvider>
  );
}
