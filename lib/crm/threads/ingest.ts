import type { Context } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import { defaultChannel, findChannel, ownAddresses } from '#lib/crm/mailboxes/channels.ts';
import type { Channel } from '#lib/crm/mailboxes/ports.ts';
import type { MailJudge, MailReading, MailSource, ParsedMail } from '#lib/mail/ports.ts';
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

/** The same for a mail that came taken apart already; `identifiedBy` makes the id of one that has no Message-ID. */
export async function readParsed(
  ctx: Reading,
  mail: ParsedMail,
  { channel, identifiedBy }: { readonly channel: Channel; readonly identifiedBy: Uint8Array },
): Promise<ReadMail> {
  const reading = await read(ctx, { judge: judgeOf(ctx, channel), mail, identifiedBy });
  return { ...reading, channel, raw: null };
}

type Reading = Pick<Context, 'mailReader' | 'mailTools' | 'channels'>;

/** The server reads mails in another thread; scripts and tests have nobody to keep waiting. */
const read = async ({ mailReader, mailTools }: Reading, source: MailSource): Promise<MailReading> =>
  mailReader ? mailReader.read(source) : readSource(await mailTools(), source);

const judgeOf = (ctx: Reading, { id, authservId }: Channel): MailJudge => ({
  channelId: id,
  authservId,
  ownAddresses: [...ownAddresses(ctx)],
});

function channelOf(ctx: Reading, id: string | undefined): Channel {
  if (id === undefined) return defaultChannel(ctx);
  const channel = findChannel(ctx, id);
  if (!channel) throw notFound('Channel', id);
  return channel;
}
