import { readChannels } from '#lib/crm/mailboxes/channels.ts';
import type { Channel, MailServer } from '#lib/crm/mailboxes/ports.ts';
import { testEnv } from '#tests/support/context.ts';

/** Returns a channel without servers, as the environment variables would make it. The patch replaces parts of it. */
export function testChannel(patch: Partial<Channel> = {}): Channel {
  const vars = { CRM_CHANNELS: 'support', CRM_CHANNEL_SUPPORT_ADDRESS: 'support@example.test' };
  const [channel] = readChannels(testEnv(vars), () => null).all;
  if (!channel) throw new Error('no channel');
  return { ...channel, canSend: (patch.smtp ?? null) !== null, ...patch };
}

/** Returns a mail server on this machine, without TLS unless the patch sets it. */
export const testServer = (port: number, patch: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port,
  tls: 'none',
  user: '',
  password: null,
  ca: null,
  servername: null,
  rejectUnauthorized: true,
  ...patch,
});
