import { describe, expect, it } from 'vitest';
import { webhookMail } from './webhook-mail.ts';

const posted = {
  messageId: '<a@b.test>',
  from: 'ann@b.test',
  to: 'help@shop.test',
  subject: 'Hello',
  bodyText: 'Hello',
  date: '2026-03-02T09:00:00Z',
};
const refusalOf = (patch: object): unknown => {
  try {
    return webhookMail({ ...posted, ...patch });
  } catch (error) {
    return error;
  }
};

describe('webhookMail', () => {
  it('accepts names with a comma, quoted or not', () => {
    const mail = webhookMail({
      ...posted,
      from: 'Doe, Ann <ann@b.test>',
      to: '"Desk, the" <help@shop.test>, bob@b.test',
    });

    expect(mail.from).toEqual([{ address: 'ann@b.test', name: 'Doe, Ann' }]);
    expect(mail.to).toEqual([
      { address: 'help@shop.test', name: 'Desk, the' },
      { address: 'bob@b.test', name: '' },
    ]);
  });

  it.each([
    ['two senders', { from: 'a@b.test, c@d.test' }, 'from'],
    ['text that is not an address', { to: 'help@shop.test, nobody' }, 'to'],
    ['text before an address', { to: 'nobody, help@shop.test' }, 'to'],
    ['thousands of commas', { to: `${'x,'.repeat(9_000)}Ann <help@shop.test>` }, 'to'],
    ['an impossible date', { date: '2026-02-30' }, 'date'],
  ])('throws with status 400 and names the wrong field: %s', (_, patch, field) => {
    expect(refusalOf(patch)).toMatchObject({ status: 400, details: { [field]: expect.any(String) } });
  });
});
