import { customerBesideMail } from '#lib/admin/customer/customer.ts';
import { UserEmails, Users } from '#lib/auth/collections.ts';
import { emailClaimId } from '#lib/auth/email-key.ts';
import type { Context } from '#lib/context/context.ts';
import { before, MINUTE_MS } from '#lib/core/time.ts';
import { EmailContacts, EmailThreads } from '#lib/crm/collections.ts';
import { contactIdOf } from '#lib/crm/contacts/contact-id.ts';
import { newContact } from '#lib/crm/contacts/note-contact.ts';
import { Conversations } from '#lib/messaging/collections.ts';
import { newAttempt } from '#lib/payments/attempts/ledger.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { Orders } from '#lib/store/collections.ts';
import { testConversation } from '#tests/support/conversations.ts';
import { threadRow } from '#tests/support/inbox-rows.ts';
import { orderRow, userRow } from '#tests/support/platform-rows.ts';
import type { Area } from './cases.ts';

const AT_ONCE = 400;
const BUYERS = 200;
const TALKS = 60;

const userIdOf = (n: number): string => `usr_buyer${n}`;
const emailOf = (n: number): string => `buyer.${n}@bench.test`;
const threadIdOf = (n: number): string => `thr_buyer${n}`;

/** Writes buyers who each have a thread, many orders and payments, and conversations with sellers. */
async function fill(ctx: Context, count: number): Promise<void> {
  const now = ctx.now();
  for (let n = 0; n < BUYERS; n++) {
    const email = emailOf(n);
    const person = { email, name: 'A Buyer' };
    const at = now.toISOString();
    await ctx.data.batch((write) => {
      write.create(Users, userIdOf(n), userRow(userIdOf(n), at, { email, emailKey: email, lastSeenAt: at }));
      write.create(UserEmails, emailClaimId(email), { userId: userIdOf(n) });
      write.create(
        EmailContacts,
        contactIdOf(email),
        newContact(person, { source: 'mail', sortAt: at, createdAt: at }),
      );
      write.create(EmailThreads, threadIdOf(n), threadRow(at, { contact: { id: contactIdOf(email), ...person } }));
      for (let talk = 0; talk < TALKS; talk++) {
        const kind = { type: 'product', vendorId: `vnd_${talk % 7}`, metadata: { productName: 'A mug' } } as const;
        const row = testConversation([userIdOf(n), `usr_seller${talk}`], new Date(before(now, talk * MINUTE_MS)), kind);
        write.create(Conversations, row.id, row.data);
      }
    });
  }
  for (let from = 0; from < count; from += AT_ONCE)
    await ctx.data.batch((write) => {
      for (let n = from; n < Math.min(count, from + AT_ONCE); n++) {
        const at = before(now, (count - n) * MINUTE_MS);
        const order = orderRow(n, at, { userId: userIdOf(n % BUYERS) });
        write.create(Orders, `ord_${n}`, order);
        const { userId, totalMinor: amountMinor, currency, vendorIds, locale, fx, number: stem } = order;
        const rest = { standing: 'open', payState: 'unpaid', orderStatus: 'new', orderRev: 0 } as const;
        const due = { id: `ord_${n}`, stem, userId, vendorIds, amountMinor, currency, locale, fx, ...rest };
        const attempt = newAttempt(due, { purpose: 'store_order', processor: 'credit', n: 1, at });
        write.create(PaymentTransactions, attempt.orderReference, attempt);
      }
    });
}

/** What stands beside a mail. */
export const customer: Area = {
  name: 'customer',
  fill,
  cases: [
    {
      name: 'customer beside a mail',
      targetMs: 5,
      run: async (ctx, at) => {
        const reader = { ...(await ctx.data.need(Users, userIdOf(0))).data, id: userIdOf(0) };
        return customerBesideMail({ ...ctx, via: 'session', user: reader }, threadIdOf(at % BUYERS));
      },
    },
  ],
};
