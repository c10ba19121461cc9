import type { Context } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import { defaultChannel, findChannel, ownAddresses } from '#lib/crm/mailboxes/channels.ts';
import type { Channel } from '#lib/crm/mailboxes/ports.ts';
import { storedText } from '#lib/crm/messages/stored-text.ts';
import { type MailAuthentication, mailAuthentication } from '#lib/mail/headers/authentication.ts';
import { identityOf } from '#lib/mail/identity.ts';
import { parsePartialSource, parseSource } from '#lib/mail/parse-source.ts';
import type { MailIdentity, MailVerdict, ParsedMail, ReplySpan } from '#lib/mail/ports.ts';
import { MAX_SPLIT, splitReply } from '#lib/mail/reply/split.ts';
import { verdictOf } from '#lib/mail/verdict.ts';

/** A mail as it is understood, before anything of it is stored. */
export type ReadMail = {
  readonly channel: Channel;
  readonly mail: ParsedMail;
  readonly identity: MailIdentity;
  readonly verdict: MailVerdict;
  readonly authentication: MailAuthentication | null;
  /** What is shown as text: the mail's own, or that of its HTML. */
  readonly text: string;
  /** Sanitised; "" where there is none, or it is too much to be shown. */
  readonly html: string;
  readonly remoteImages: readonly string[];
  readonly reply: string;
  readonly spans: readonly ReplySpan[];
  /** The mail as it came; null where it came as something else, or only its beginning did. */
  readonly raw: Uint8Array | null;
};

type Source = {
  /** The default channel unless told. */
  readonly channelId?: string;
  /** The size of the whole mail where `raw` is only the beginning of one that is too large to be read. */
  readonly sizeBytes?: number;
};

/**
 * Understands a mail from its bytes: mended, taken apart, identified, judged, its reply found, its HTML made safe. Stores
 * nothing. Throws MailParseError for a mail that cannot be read, NotFound for a channel that is none.
 */
export async function readMail(
  ctx: Context,
  raw: Uint8Array,
  { channelId, sizeBytes }: Source = {},
): Promise<ReadMail> {
  const isPart = sizeBytes !== undefined && sizeBytes > raw.byteLength;
  const tools = await ctx.mailTools();
  const mail = isPart ? await parsePartialSource(tools, raw, sizeBytes) : await parseSource(tools, raw);
  const read = await readParsed(ctx, mail, { channel: channelOf(ctx, channelId), identifiedBy: raw });
  return { ...read, raw: isPart ? null : raw };
}

/** The same for a mail that came taken apart already; `identifiedBy` makes the id of one that has no Message-ID. */
export async function readParsed(
  ctx: Pick<Context, 'mailTools' | 'channels'>,
  mail: ParsedMail,
  { channel, identifiedBy }: { readonly channel: Channel; readonly identifiedBy: Uint8Array },
): Promise<ReadMail> {
  const tools = await ctx.mailTools();
  const authentication = mailAuthentication(mail.headers, channel.authservId);
  const clean = mail.html === null ? null : tools.cleanHtml(mail.html);
  const text = storedText(mail.text.trim() === '' && clean ? clean.text : mail.text);
  return {
    channel,
    mail,
    identity: identityOf(mail, channel.id, identifiedBy),
    verdict: verdictOf(mail, ownAddresses(ctx), authentication),
    authentication,
    text,
    html: storedText(clean?.html ?? ''),
    remoteImages: clean?.remoteImages ?? [],
    ...splitReply(text, tools.replyFragments(text.slice(0, MAX_SPLIT))),
    raw: null,
  };
}

function channelOf(ctx: Context, id: string | undefined): Channel {
  if (id === undefined) return defaultChannel(ctx);
  const channel = findChannel(ctx, id);
  if (!channel) throw notFound('Channel', id);
  return channel;
}
