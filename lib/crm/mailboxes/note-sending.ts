import type { Context } from '#lib/context/context.ts';
import { EmailChannels } from '#lib/crm/collections.ts';
import { promiseNotice } from '#lib/crm/topics.ts';
import { sendingConfigurationOf, unknownChannel } from './channel-health.ts';
import { neverSent, sendingAfter } from './channel-sending.ts';
import type { Channel, SmtpSeen } from './ports.ts';

/**
 * Stores the state of a channel's SMTP server after an attempt, when that state has changed. Admins are notified once
 * when the server begins to reject the login. Never throws, because the outcome of the mail does not depend on this
 * write.
 */
export async function noteSending(ctx: Context, channel: Channel, seen: SmtpSeen): Promise<void> {
  const now = ctx.now();
  const configuredAs = sendingConfigurationOf(channel);
  try {
    await ctx.data.tx(
      async (t) => {
        const row = (await t.get(EmailChannels, channel.id))?.data ?? unknownChannel(now);
        const before = row.sending?.configuredAs === configuredAs ? row.sending : neverSent;
        const sending = sendingAfter(before, seen, now);
        if (sending === null) return;
        t.set(EmailChannels, channel.id, {
          ...row,
          sending: { ...sending, configuredAs },
          updatedAt: now.toISOString(),
        });
        if (sending.status === 'auth_failed' && before.status !== 'auth_failed')
          promiseNotice(
            t,
            { kind: 'channel_refused', channelId: channel.id, subjectId: `${channel.id}:sending:${now.toISOString()}` },
            now,
          );
      },
      { lane: `email_channels/${channel.id}` },
    );
  } catch (error) {
    ctx.log('warn', 'channel.sending_not_noted', { channelId: channel.id, error });
  }
}
