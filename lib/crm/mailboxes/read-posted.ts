import { jsonOf, parsePart } from '#lib/api/read-input.ts';
import { inboundMail } from '#lib/crm/schemas/webhook.ts';
import type { MailParsers, ParsedMail, PostedReading, PostedSource } from '#lib/mail/ports.ts';
import { readSource } from '#lib/mail/read-source.ts';
import { channelOfAddress, defaultChannel, judgeOf } from './channels.ts';
import { webhookMail } from './webhook-mail.ts';

/**
 * Reads the body of a provider's post: validates it, chooses the channel and reads the mail. NUL and lone surrogates
 * are removed, because rejecting the post would lose the mail. The function depends only on its arguments, so it can
 * run in any thread. Throws ValidationError, UnsupportedMediaType and MailParseError.
 */
export async function readPosted(parsers: MailParsers, source: PostedSource): Promise<PostedReading> {
  const { posted, contentType, channels } = source;
  const input = parsePart(inboundMail, jsonOf(posted, contentType, { cleansText: true }), 'body');
  const mail = webhookMail(input);
  const channel = channelFor(channels, mail);
  // The identity comes from the validated fields, so a repeat with other whitespace or extra fields is the same mail.
  const identifiedBy = Buffer.from(JSON.stringify(input));
  const reading = await readSource(parsers, { judge: judgeOf({ channels }, channel), mail, identifiedBy });
  return { ...reading, channelId: channel.id };
}

type Channels = PostedSource['channels'];

/** Returns the channel of the first recipient that is ours, or the default channel when none is. */
const channelFor = (channels: Channels, { to, cc }: ParsedMail): Channels['all'][number] =>
  [...to, ...cc].map(({ address }) => channelOfAddress({ channels }, address)).find((channel) => channel !== null) ??
  defaultChannel({ channels });
