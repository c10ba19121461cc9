import type { ReactNode } from 'react';
import { ChannelBar } from '#components/inbox/channels/channel-bar.tsx';
import type { InboxFilter } from '#components/inbox/inbox-href.ts';
import { type InboxPlace, InboxTabs } from '#components/inbox/inbox-tabs.tsx';
import type { UserContext } from '#lib/context/context.ts';
import { listChannels } from '#lib/crm/mailboxes/channel-health.ts';
import { countInbox } from '#lib/crm/threads/inbox-counts.ts';

type InboxFrameProps = {
  readonly ctx: UserContext;
  readonly here: InboxPlace | null;
  /** Set where threads are listed: then the channels filter them. */
  readonly filter?: InboxFilter;
  readonly children: ReactNode;
};

/** Renders the common part of every inbox page: its views and the state of its mailboxes. */
export async function InboxFrame({ ctx, here, filter, children }: InboxFrameProps) {
  const [counts, { channels }] = await Promise.all([countInbox(ctx), listChannels(ctx)]);
  return (
    <main id="content" className="inbox-page flex grow flex-col gap-4">
      <InboxTabs here={here} counts={counts} {...(filter && { filter })} />
      {filter && <ChannelBar channels={channels} filter={filter} now={ctx.now().toISOString()} />}
      {children}
    </main>
  );
}
