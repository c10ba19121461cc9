import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import './messages.css';
import { MessagesShell } from '#components/messages/messages-shell.tsx';
import { shownPeople } from '#components/messages/titles.ts';
import { WithMessageTexts } from '#components/messages/with-message-texts.tsx';
import { QUERY_HEADER } from '#lib/api/headers/query-header.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { mostUploadBytes } from '#lib/core/env/uploads.ts';
import { inboxStateOf } from '#lib/messaging/conversations/channel-source.ts';
import { listConversations } from '#lib/messaging/conversations/list-conversations.ts';
import { findPeople, peopleById } from '#lib/messaging/members/people.ts';
import { conversationsQuery } from '#lib/messaging/schemas/conversation-input.ts';
import { currenciesOf } from '#lib/store/products/currencies.ts';
import { sellerIds } from '#lib/store/vendors/sellers.ts';
import { findOwnVendor } from '#lib/store/vendors/vendors.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { filterIn, listQuery } from '#lib/web/messages/list-rows.ts';

/** Keeps the text box above the on-screen keyboard. */
export const viewport: Viewport = { interactiveWidget: 'resizes-content' };

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('messages');
  return { title: t('title'), robots: { index: false } };
}

/**
 * Renders the list with the filter of the address, and the open conversation beside it. It stays mounted between
 * conversations.
 */
export default async function MessagesLayout({ children }: { readonly children: ReactNode }) {
  const ctx = await pageContext('session');
  const { user } = ctx;
  const filter = filterIn(new URLSearchParams((await headers()).get(QUERY_HEADER) ?? ''));
  // Reads the state of the list first: later changes arrive as events and refresh it.
  const inbox = await inboxStateOf(ctx, user.id);
  const [{ locale, go }, texts, page, shop] = await Promise.all([
    pageTexts('messages'),
    clientTexts('messages'),
    listConversations(ctx, conversationsQuery.parse(Object.fromEntries(listQuery(filter)))),
    findOwnVendor(ctx),
  ]);
  const rows = page.conversations;
  const people = await findPeople(ctx, {
    userIds: [...new Set(rows.flatMap((row) => shownPeople(row, user.id)))],
    conversationIds: rows.map(({ id }) => id),
    sellers: await sellerIds(ctx),
  });
  return (
    <WithMessageTexts uploadMaxBytes={mostUploadBytes(ctx.env)} currencies={currenciesOf(ctx.env)}>
      <MessagesShell
        key={user.id}
        me={{
          id: user.id,
          name: user.name,
          readReceipts: user.readReceipts,
          isRestricted: user.status === 'restricted',
          isSeller: shop?.data.status === 'approved',
        }}
        locale={locale}
        zone={{ locale, timeZone: user.timezone }}
        texts={texts}
        base={go('/messages')}
        first={{ page, filter }}
        people={peopleById(people)}
        inbox={inbox}
        now={ctx.now().toISOString()}
      >
        {children}
      </MessagesShell>
    </WithMessageTexts>
  );
}
