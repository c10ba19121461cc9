import type { Context } from '#lib/context/context.ts';
import { AppError, codeOf } from '#lib/core/errors.ts';
import type { DeadLetter } from '#lib/crm/schemas/dead-letter.ts';
import { readMail, readPostedMail } from '#lib/crm/threads/ingest.ts';
import { type StoredMail, storeMail } from '#lib/crm/threads/store-mail.ts';
import { MAX_MAIL_BYTES } from '#lib/mail/values.ts';
import { defaultChannel, findChannel } from './channels.ts';

export type Retried = { readonly stored: StoredMail } | { readonly error: unknown };

/** Reads a mail that could not be read before, the way it came. A failure that is not its own is thrown. */
export async function retryMail(ctx: Context, letter: DeadLetter, raw: Uint8Array): Promise<Retried> {
  const { via, uid, uidValidity, createdAt } = letter;
  const channel = findChannel(ctx, letter.channelId) ?? defaultChannel(ctx);
  try {
    const read =
      via === 'imap'
        ? await readMail(ctx, raw, { channelId: channel.id, ...(isPart(letter) && { sizeBytes: letter.sizeBytes }) })
        : await readPostedMail(ctx, { posted: raw, contentType: 'application/json' });
    return { stored: await storeMail(ctx, read, { via, arrivedAt: createdAt, uid, uidValidity }) };
  } catch (error) {
    if (!isPoison(error) && !isRefused(error)) throw error;
    return { error };
  }
}

/** Of a mail that was fetched whole the size, which servers say roughly, proves nothing. */
const isPart = ({ sizeBytes }: DeadLetter): boolean => sizeBytes > MAX_MAIL_BYTES;

/** What a sender would be told is wrong with a mail is here why it can still not be read. */
const isRefused = (error: unknown): boolean => error instanceof AppError && error.status === 400;

/**
 * Whether a mail itself is at fault, so that the same one would fail for ever. A failure that is named, or that the
 * machine gives for its disk or its network, is none of its.
 */
export const isPoison = (error: unknown): boolean => {
  if (error instanceof AppError) return codeOf(error) === 'INVALID' || codeOf(error) === 'TOO_LARGE';
  return !(error instanceof Error && 'syscall' in error);
};
