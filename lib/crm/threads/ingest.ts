import type { Context } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import { defaultChannel, findChannel, judgeOf } from '#lib/crm/mailboxes/channels.ts';
import type { Channel } from '#lib/crm/mailboxes/ports.ts';
import { readPosted } from '#lib/crm/mailboxes/read-posted.ts';
import type { MailReading, MailSource, PostedSource } from '#lib/mail/ports.ts';
import { readSource } from '#lib/mail/read-source.ts';

/** A parsed and classified mail, before anything is stored. */
export type ReadMail = MailReading & {
  readonly channel: Channel;
  /** The raw mail. Null when the mail arrived in another form or only its beginning was fetched. */
  readonly raw: Uint8Array | null;
};

type Source = {
  /** The id of the mail's channel. Missing means the default channel. */
  readonly channelId?: string;
  /** The size of the whole mail when `raw` is only the beginning of a mail that is too large. */
  readonly sizeBytes?: number;
};

/**
 * Reads a mail from its bytes and stores nothing. Throws MailParseError for an unreadable mail and NotFound for an
 * unknown channel.
 */
export async function readMail(
  ctx: Reading,
  raw: Uint8Array,
  { channelId, sizeBytes }: Source = {},
): Promise<ReadMail> {
  const channel = channelOf(ctx, channelId);
  const isPart = sizeBytes !== undefined && sizeBytes > raw.byteLength;
  const reading = await read(ctx, { judge: judgeOf(ctx, channel), raw, wholeBytes: isPart ? sizeBytes : null });
  return { ...reading, channel, raw: isPart ? null : raw };
}

/** Reads a mail that a provider posts, and stores nothing. Also throws ValidationError. */
export async function readPostedMail(
  ctx: Reading,
  body: Pick<PostedSource, 'posted' | 'contentType'>,
): Promise<ReadMail> {
  const { all, defaultId } = ctx.channels;
  const known = all.map(({ id, address, aliases, authservId }) => ({ id, address, aliases, authservId }));
  const source = { ...body, channels: { all: known, defaultId } };
  const { channelId, ...reading } = ctx.mailReader
    ? await ctx.mailReader.readPosted(source)
    : await readPosted(await ctx.mailTools(), source);
  return { ...reading, channel: channelOf(ctx, channelId), raw: null };
}

type Reading = Pick<Context, 'mailReader' | 'mailTools' | 'channels'>;

/**
 * Reads a mail. The server reads mails in another thread. Scripts and tests read them directly, because they block no
 * requests.
 */
const read = async ({ mailReader, mailTools }: Reading, source: MailSource): Promise<MailReading> =>
  mailReader ? mailReader.read(source) : readSource(await mailTools(), source);

function channelOf(ctx: Reading, id: string | undefined): Channel {
  if (id === undefined) return defaultChannel(ctx);
  const channel = findChannel(ctx, id);
  if (!channel) throw notFound('Channel', id);
  return channel;
}
