import type { Context } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import { defaultChannel, findChannel, judgeOf } from '#lib/crm/mailboxes/channels.ts';
import type { Channel } from '#lib/crm/mailboxes/ports.ts';
import { readPosted } from '#lib/crm/mailboxes/read-posted.ts';
import type { MailReading, MailSource, PostedSource } from '#lib/mail/ports.ts';
import { readSource } from '#lib/mail/read-source.ts';

/** A mail as it is understood, before anything of it is stored. */
export type ReadMail = MailReading & {
  readonly channel: Channel;
  /** The mail as it came; null where it came as something else, or only its beginning did. */
  readonly raw: Uint8Array | null;
};

type Source = {
  /** The default channel unless told. */
  readonly channelId?: string;
  /** The size of the whole mail where `raw` is only the beginning of one that is too large to be read. */
  readonly sizeBytes?: number;
};

/** Reads a mail from its bytes. Stores nothing. Throws MailParseError for one that cannot be read, NotFound for no channel. */
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

/** The same for a mail that a provider posts. Throws ValidationError as well. */
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

/** The server reads mails in another thread; scripts and tests have nobody to keep waiting. */
const read = async ({ mailReader, mailTools }: Reading, source: MailSource): Promise<MailReading> =>
  mailReader ? mailReader.read(source) : readSource(await mailTools(), source);

function channelOf(ctx: Reading, id: string | undefined): Channel {
  if (id === undefined) return defaultChannel(ctx);
  const channel = findChannel(ctx, id);
  if (!channel) throw notFound('Channel', id);
  return channel;
}
