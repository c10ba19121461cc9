import { describe, expect, it } from 'vitest';
import { isLater, type TalkMail, writtenAt } from './latest-mail.ts';

const at = (time: string) => `2026-03-02T${time}.000Z`;
const mail = (id: string, patch: Partial<TalkMail['data']> = {}): TalkMail => ({
  id,
  data: {
    direction: 'inbound',
    messageId: `${id}@shop.test`,
    inReplyTo: null,
    references: [],
    date: at('10:00:00'),
    receivedAt: at('10:00:00'),
    ...patch,
  },
});

describe('isLater', () => {
  it('sorts a mail after the mail that it refers to, whatever their dates', () => {
    const asked = mail('asked', { date: at('12:00:00'), receivedAt: at('12:00:00') });
    const reply = mail('reply', { inReplyTo: 'asked@shop.test', date: at('11:00:00') });
    const cited = mail('cited', { references: ['asked@shop.test'], date: at('11:00:00') });

    expect([isLater(reply, asked), isLater(cited, asked)]).toEqual([true, true]);
    expect([isLater(asked, reply), isLater(asked, cited)]).toEqual([false, false]);
  });

  it('compares two inbound mails by date, then by arrival, then by id', () => {
    const early = mail('early', { date: at('09:00:00'), receivedAt: at('11:00:00') });

    expect(isLater(early, mail('other'))).toBe(false);
    expect(isLater(mail('other'), early)).toBe(true);
    expect(isLater(mail('a', { receivedAt: at('10:00:01') }), mail('b'))).toBe(true);
    expect([isLater(mail('b'), mail('a')), isLater(mail('a'), mail('b'))]).toEqual([true, false]);
  });

  it('uses the arrival of a mail that is dated more than a day ahead', () => {
    const ahead = mail('ahead', { date: '2026-03-04T10:00:00.000Z' });

    expect(isLater(mail('next', { date: at('10:00:01'), receivedAt: at('10:00:01') }), ahead)).toBe(true);
  });

  it('compares by arrival when one of the two mails is ours', () => {
    const ours = mail('ours', { direction: 'outbound', date: at('10:00:00') });
    const behind = mail('behind', { date: at('09:50:00'), receivedAt: at('10:00:01') });

    expect(isLater(behind, ours)).toBe(true);
    expect(isLater(ours, behind)).toBe(false);
  });
});

describe('writtenAt', () => {
  it('returns the date, but never later than the arrival', () => {
    expect(writtenAt({ date: at('09:00:00'), receivedAt: at('10:00:00') })).toBe(at('09:00:00'));
    expect(writtenAt({ date: at('11:00:00'), receivedAt: at('10:00:00') })).toBe(at('10:00:00'));
  });
});
