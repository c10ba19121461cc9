import { z } from 'zod';
import { Users } from '#lib/auth/collections.ts';
import type { Context } from '#lib/context/context.ts';
import type { MailOutcome, PlatformMail } from '#lib/context/ports/mail.ts';
import { unavailable } from '#lib/core/errors.ts';
import { hashOf } from '#lib/core/ids.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Reader, Writer } from '#lib/data/store.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { mailPage } from '#lib/mail/mail-page.ts';
import { VendorMails, Vendors } from '#lib/store/collections.ts';
import type { VendorMail } from '#lib/store/schemas/vendor.ts';
import en from './payout-mail/en.json' with { type: 'json' };
import ru from './payout-mail/ru.json' with { type: 'json' };
import type { PayoutMailTexts } from './payout-mail/schema.ts';
import uk from './payout-mail/uk.json' with { type: 'json' };

export const texts: Readonly<Record<Locale, PayoutMailTexts>> = { en, uk, ru };

const promise = z.object({
  vendorId: z.string(),
  /** The version of the row that asked: one mail to each address for each change. */
  version: z.int(),
  last4: z.string(),
  to: z.enum(['owner', 'contact']),
});
type MailPromise = z.infer<typeof promise>;

export const payoutMailTopic = topic('vendor.payout-mail', promise);

/** Enqueues the mails about a new account, to the owner and to the address of the shop, in the commit of the change. */
export function promisePayoutMails(write: Writer, asked: Omit<MailPromise, 'to'>, now: Date): void {
  for (const to of ['owner', 'contact'] as const) enqueue(write, payoutMailTopic, { ...asked, to }, { now });
}

const mailId = ({ vendorId, version, to }: MailPromise): string => hashOf('payout-mail', vendorId, String(version), to);

/**
 * Sends a mail at most once. It is claimed before the send. A send without a known outcome is marked unknown and never
 * repeated, because the server may have accepted it.
 */
export async function sendPayoutMail(ctx: Context, asked: MailPromise): Promise<void> {
  const mail = await claim(ctx, asked);
  if (!mail || !ctx.mailer) return;
  await settle(ctx, asked, await ctx.mailer.send(mail));
}

async function claim(ctx: Context, asked: MailPromise): Promise<PlatformMail | null> {
  const at = ctx.now().toISOString();
  return ctx.data.tx(async (t) => {
    const [before, mail] = await Promise.all([t.get(VendorMails, mailId(asked)), writeMail(t, ctx, asked)]);
    const state = stateAfter(before?.data.state, mail !== null && ctx.mailer !== null);
    if (state === null) return null;
    const row: VendorMail = { vendorId: asked.vendorId, kind: 'payout_asked', state, updatedAt: at };
    t.set(VendorMails, mailId(asked), row);
    return state === 'sending' ? mail : null;
  });
}

/** Returns the next state of a mail that is to be sent, or null for one that was tried. */
function stateAfter(before: VendorMail['state'] | undefined, canSend: boolean): VendorMail['state'] | null {
  if (before === 'sending') return 'unknown';
  if (before !== undefined && before !== 'queued') return null;
  return canSend ? 'sending' : 'skipped';
}

/** Composes the mail in the owner's language. Null where there is no address, or the owner's is that of the shop. */
async function writeMail(reader: Reader, ctx: Context, asked: MailPromise): Promise<PlatformMail | null> {
  const { data: vendor } = await reader.need(Vendors, asked.vendorId);
  const owner = vendor.ownerId === null ? undefined : (await reader.get(Users, vendor.ownerId))?.data;
  const email = owner && owner.status !== 'deleted' ? owner.email : '';
  const isSame = asked.to === 'contact' && vendor.contactEmail === email;
  const to = asked.to === 'owner' ? email : vendor.contactEmail;
  if (to === '' || isSame) return null;
  const locale = owner?.locale ?? ctx.env.DEFAULT_LOCALE;
  const words = texts[locale];
  const values = { name: vendor.name, last4: asked.last4 };
  return mailPage({
    ...{ key: `payout-${mailId(asked)}`, to, locale, subject: fill(words.subject, values, locale) },
    heading: words.heading,
    parts: [
      { text: fill(words.text, values, locale) },
      { text: words.until },
      { link: `${ctx.origin}/sell/settings`, label: words.button },
      { text: words.stranger, small: true },
    ],
  });
}

async function settle(ctx: Context, asked: MailPromise, outcome: MailOutcome): Promise<void> {
  const again = outcome.state === 'refused' && outcome.retry;
  const state = outcome.state === 'refused' ? (again ? 'queued' : 'failed') : outcome.state;
  await ctx.data.update(VendorMails, mailId(asked), { state, updatedAt: ctx.now().toISOString() });
  ctx.log(state === 'sent' ? 'info' : 'warn', `payout-mail.${state}`, { vendorId: asked.vendorId, to: asked.to });
  if (again) throw unavailable(`The mail server rejected the mail: ${outcome.reason}`);
}
