import { describe, expect, it } from 'vitest';
import type { MailOutcome, PlatformMail } from '#lib/context/ports/mail.ts';
import { locales } from '#lib/i18n/values.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { payoutMailSchema } from './payout-mail/schema.ts';
import { sendPayoutMail, texts } from './payout-mail.ts';
import { createVendor } from './vendors.ts';

it.each(locales)('the texts of the mail about a new account match their schema and name the shop: %s', (locale) => {
  expect(payoutMailSchema.parse(texts[locale])).toEqual(texts[locale]);
  expect(texts[locale].subject).toContain('{name}');
  expect(texts[locale].text).toMatch(/\{name\}.*\{last4\}/);
});

describe('the mail about a new account', () => {
  /** Opens a shop on a server whose mail server gives these outcomes in turn. */
  async function shopWith(outcomes: MailOutcome[], contactEmail = 'shop@seller.test') {
    const mails: PlatformMail[] = [];
    const mailer = {
      send: async (mail: PlatformMail): Promise<MailOutcome> => {
        mails.push(mail);
        return outcomes.shift() ?? { state: 'sent', messageId: mail.key };
      },
    };
    const owner = await asUser(await testContext({ mailer }), { locale: 'uk' });
    const shop = { name: 'Nord', country: 'UA', contactEmail: contactEmail || owner.user.email };
    const vendorId = await createVendor(owner, { ...shop, ownerId: owner.user.id });
    const send = (to: 'owner' | 'contact') => sendPayoutMail(owner, { vendorId, version: 2, last4: '6001', to });
    return { owner, mails, send };
  }

  it('is sent once to each address, in the language of the owner', async () => {
    const { owner, mails, send } = await shopWith([]);

    for (const to of ['owner', 'contact', 'owner', 'contact'] as const) await send(to);

    expect(mails.map(({ to }) => to)).toEqual([owner.user.email, 'shop@seller.test']);
    expect(mails[0]?.text).toContain('6001');
    expect(mails[0]?.subject).toBe('Новий рахунок для виплат магазину Nord');
  });

  it('is tried again after a refusal for now, and never after an unknown outcome', async () => {
    const { mails, send } = await shopWith([
      { state: 'refused', retry: true, reason: 'busy' },
      { state: 'unknown', messageId: 'x', reason: 'cut' },
    ]);

    await expect(send('owner')).rejects.toMatchObject({ status: 503 });
    await send('owner');
    await send('owner');

    expect(mails).toHaveLength(2);
  });

  it('is sent once to a seller whose shop has the address of the account', async () => {
    const { mails, send } = await shopWith([], '');

    for (const to of ['owner', 'contact'] as const) await send(to);

    expect(mails).toHaveLength(1);
  });
});
