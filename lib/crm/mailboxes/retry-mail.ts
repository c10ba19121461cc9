import type { Context } from '#lib/context/context.ts';
import { AppError, codeOf } from '#lib/core/errors.ts';
import type { DeadLetter } from '#lib/crm/schemas/dead-letter.ts';
import { readMail, readPostedMail } from '#lib/crm/threads/ingest.ts';
import { type StoredMail, storeMail } from '#lib/crm/threads/store-mail.ts';
import { MAX_MAIL_BYTES } from '#lib/mail/limits.ts';
import { defaultChannel, findChannel } from './channels.ts';

export type Retried = { readonly stored: StoredMail } | { readonly error: unknown };

/** Reads a mail again, the way it arrived. An error that the mail did not cause is thrown. */
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

/**
 * Returns true when only a part of the mail was kept. The size of a mail fetched whole proves nothing, because servers
 * report it roughly.
 */
const isPart = ({ sizeBytes }: DeadLetter): boolean => sizeBytes > MAX_MAIL_BYTES;

/**
 * Returns true for a validation error. A webhook caller would receive it; here it is the reason why the mail still
 * cannot be read.
 */
const isRefused = (error: unknown): boolean => error instanceof AppError && error.status === 400;

/**
 * Returns true when the mail itself caused an error, so that the same mail would always fail. Known application errors,
 * and system errors of disk or network, have other causes.
 */
export const isPoison = (error: unknown): boolean => {
  if (error instanceof AppError) return codeOf(error) === 'INVALID' || codeOf(error) === 'TOO_LARGE';
  return !(error instanceof Error && 'syscall' in error);
};
