import { InboxFrame } from '#app/(admin)/admin/inbox/inbox-frame.tsx';
import { ChannelCards } from '#components/inbox/channels/channel-cards.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { listChannels } from '#lib/crm/mailboxes/channel-health.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

export async function generateMetadata() {
  const { t } = await consoleTexts('channels');
  return { title: t('channels') };
}

export default async function ChannelsPage() {
  const ctx = await pageContext('admin');
  const { channels, validation } = await listChannels(ctx);
  const { t } = await consoleTexts('channels');
  return (
    <InboxFrame ctx={ctx} here="channels">
      <h1 className="text-2xl">{t('channels')}</h1>
      <ChannelCards channels={channels} errors={validation.errors} now={ctx.now().toISOString()} />
    </InboxFrame>
  );
}
