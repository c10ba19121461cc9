import { InboxFrame } from '#app/(admin)/admin/inbox/inbox-frame.tsx';
import { ChannelCards } from '#components/inbox/channels/channel-cards.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { listChannels } from '#lib/crm/mailboxes/channel-health.ts';

export const metadata = { title: 'Channels' };

export default async function ChannelsPage() {
  const ctx = await pageContext('admin');
  const { channels, validation } = await listChannels(ctx);
  return (
    <InboxFrame ctx={ctx} here="channels">
      <h1 className="text-2xl">Channels</h1>
      <ChannelCards channels={channels} errors={validation.errors} now={ctx.now().toISOString()} />
    </InboxFrame>
  );
}
