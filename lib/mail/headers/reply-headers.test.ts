import { describe, expect, it } from 'vitest';
import { replyRecipient, replyReferences, replySubject } from './reply-headers.ts';

const mail = (patch: object) => ({ messageId: 'last@shop.test', references: [], flags: [], ...patch });
const ids = (count: number) => Array.from({ length: count }, (_, at) => `${at}@mail.test`);

describe('replyReferences', () => {
  it('names what the mail names, and the mail', () => {
    expect(replyReferences(mail({ references: ['a@b.test'] }))).toEqual({
      inReplyTo: 'last@shop.test',
      references: ['a@b.test', 'last@shop.test'],
    });
  });

  it('keeps of a long conversation the first id and the last 29', () => {
    const { references } = replyReferences(mail({ references: ids(90) }));

    expect(references).toHaveLength(30);
    expect([references[0], references[1], references[29]]).toEqual(['0@mail.test', '62@mail.test', 'last@shop.test']);
  });

  it('S54 leaves out what is no id, and the id we made for a mail without one', () => {
    const broken = ['x y@z.test', 'no-at', 'a@b@c\r\nBcc: x@y.test', `${'l'.repeat(201)}@x.test`, '<a@b>'];

    expect(replyReferences(mail({ references: broken, flags: ['generatedId'] }))).toEqual({
      inReplyTo: null,
      references: [],
    });
  });
});

describe('replySubject', () => {
  it.each([
    ['Where is my order?', 'Re: Where is my order?'],
    ['Re: Where is my order?', 'Re: Where is my order?'],
    ['RE[2]: order', 'RE[2]: order'],
    ['Відп: замовлення', 'Відп: замовлення'],
    ['', 'Re:'],
    ['Hi\r\nBcc: evil@e.test', 'Re: Hi Bcc: evil@e.test'],
    ['Return of shoes', 'Re: Return of shoes'],
  ])('answers %j under %j', (subject, expected) => {
    expect(replySubject(subject)).toBe(expected);
  });

  it('is at most 500 characters and ends in a whole one', () => {
    const subject = replySubject('😀'.repeat(400));

    expect(subject.length).toBeLessThanOrEqual(500);
    expect(subject.isWellFormed()).toBe(true);
  });
});

describe('replyRecipient', () => {
  const from = { email: 'anna@shop.test', name: 'Anna' };

  it('is the Reply-To of the same domain', () => {
    const replyTo = { email: 'Orders@SHOP.test', name: null };
    expect(replyRecipient({ from, replyTo })).toEqual(replyTo);
  });

  it('is the sender where the Reply-To leads to another domain, or there is none', () => {
    expect(replyRecipient({ from, replyTo: { email: 'anna@sh0p.test', name: 'Anna' } })).toEqual(from);
    expect(replyRecipient({ from, replyTo: null })).toEqual(from);
  });
});
