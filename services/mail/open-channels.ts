import type { Log } from '#lib/context/ports/log.ts';
import type { DevMailbox } from '#lib/context/ports/mail.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import type { Channel, ChannelBook, ChannelSender, RefreshTokens } from '#lib/crm/mailboxes/ports.ts';
import { openChannelSender } from './channel-sender.ts';
import { openDemoSender } from './demo-sender.ts';
import { openImapMailbox } from './imap-mailbox.ts';
import { openMailTokens } from './mail-oauth.ts';

type World = {
  readonly now: () => Date;
  readonly log: Log;
  readonly channels: ChannelBook;
  readonly devMailbox: DevMailbox | null;
  readonly refreshTokens: RefreshTokens;
};

/** Opens the mail of the CRM: the mailboxes and senders of its channels. Configuration errors are logged by name. */
export function openChannels({
  now,
  log,
  channels,
  devMailbox,
  refreshTokens,
}: World): Pick<Runtime, 'mailbox' | 'channelSender'> {
  // A shop without mail channels is configured correctly. The channel page still says that there are none.
  for (const { channel, field, code } of channels.errors)
    if (code !== 'NoChannels') log('warn', 'channel.misconfigured', { channel, field, code });
  const tokens = openMailTokens(now, refreshTokens);
  const bySmtp = openChannelSender(tokens);
  const intoMailbox = openDemoSender(devMailbox);
  const senderOf = ({ smtp, canSend }: Channel): ChannelSender => (smtp === null && canSend ? intoMailbox : bySmtp);
  return {
    mailbox: openImapMailbox(tokens, { now }),
    channelSender: {
      send: (channel, mail) => senderOf(channel).send(channel, mail),
      signIn: (channel) => senderOf(channel).signIn(channel),
    },
  };
}
