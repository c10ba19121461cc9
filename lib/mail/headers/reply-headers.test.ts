import { describe, expect, it } from 'vitest';
import { replyRecipient, replyReferences, replySubject } from './reply-headers.ts';

const mail = (patch: object) => ({ messageId: 'last@shop.test', references: [], flags: [], ...patch });
const ids = (count: number) => Array.from({ length: count }, (_, at) => `${at}@mail.test`);

describe('replyReferences', () => {
  it('returns the references of the mail followed by its Message-ID', () => {
    expect(replyReferences(mail({ references: ['a@b.test'] }))).toEqual({
      inReplyTo: 'last@shop.test',
      references: ['a@b.test', 'last@shop.test'],
    });
  });

  it('keeps the first id and the last 29 of a long conversation', () => {
    const { references } = replyReferences(mail({ references: ids(90) }));

    expect(references).toHaveLength(30);
    expect([references[0], references[1], references[29]]).toEqual(['0@mail.test', '62@mail.test', 'last@shop.test']);
  });

  it('S54 leaves out malformed ids and an id that Plaza generated', () => {
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
  ])('turns the subject %j into %j', (subject, expected) => {
    expect(replySubject(subject)).toBe(expected);
  });

  it('returns at most 500 characters and never splits one', () => {
    const subject = replySubject('😀'.repeat(400));

    expect(subject.length).toBeLessThanOrEqual(500);
    expect(subject.isWellFormed()).toBe(true);
  });
});

describe('replyRecipient', () => {
  const from = { email: 'anna@shop.test', name: 'Anna' };

  it('returns the Reply-To when it is in the domain of the sender', () => {
    const replyTo = { email: 'Orders@SHOP.test', name: null };
    expect(replyRecipient({ from, replyTo })).toEqual(replyTo);
  });

  it('returns the sender when the Reply-To is in another domain or missing', () => {
    expect(replyRecipient({ from, replyTo: { email: 'anna@sh0p.test', name: 'Anna' } })).toEqual(from);
    expect(replyRecipient({ from, replyTo: null })).toEqual(from);
  });
});
