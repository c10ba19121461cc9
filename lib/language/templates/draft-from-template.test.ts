import { describe, expect, it } from 'vitest';
import type { OrderFacts } from '#lib/context/ports/orders.ts';
import { openSlotsOf } from '#lib/crm/drafts/open-slots.ts';
import { languageOf } from '#lib/language/language.ts';
import { intents } from '#lib/language/values.ts';
import { draftFromTemplate, type TemplateFacts, templates } from './draft-from-template.ts';
import { templatesSchema } from './schema.ts';

const nothing: TemplateFacts = { name: null, orderNumber: null, order: null, closingName: null };
const order: OrderFacts = {
  number: 'P4K7MNQ2X9',
  status: 'shipped',
  amount: '1547.36',
  currency: 'UAH',
  trackingUrl: 'https://track.example/1',
};
const answered = intents.filter((intent) => !['unsubscribe', 'spam', 'other'].includes(intent));
const languages = ['en', 'uk', 'ru'] as const;

describe('the reply templates', () => {
  it.each(languages)('follow their schema: %s', (language) => {
    expect(templatesSchema.parse(templates[language])).toEqual(templates[language]);
  });

  it('are rejected by their schema when they contain an unknown slot', () => {
    const { en } = templates;

    expect(templatesSchema.safeParse({ ...en, bodies: { ...en.bodies, account: ['{nothing}'] } }).success).toBe(false);
  });
});

describe('draftFromTemplate', () => {
  it('writes in the language of the mail for every intent except unsubscribe, spam and other', () => {
    for (const language of languages) {
      for (const intent of answered)
        expect(languageOf(draftFromTemplate(intent, language, nothing) ?? ''), `${language} ${intent}`).toBe(language);
      for (const intent of ['unsubscribe', 'spam', 'other'] as const)
        expect(draftFromTemplate(intent, language, nothing)).toBeNull();
    }
  });

  it('fills in known facts and leaves an open slot for a missing order status', () => {
    const draft = draftFromTemplate('order_status', 'en', {
      ...nothing,
      name: 'Dana',
      order,
      orderNumber: order.number,
    });
    const unknown = draftFromTemplate('order_status', 'uk', { ...nothing, orderNumber: order.number }) ?? '';

    expect(draft).toContain('Hello Dana,');
    expect(draft).toContain('Your order P4K7MNQ2X9 is on its way to you.');
    expect(draft).toContain('https://track.example/1');
    expect(openSlotsOf(draft ?? '')).toEqual([]);
    expect(unknown).toContain(order.number);
    expect(openSlotsOf(unknown)).toEqual(['стан замовлення']);
  });

  it('asks for the order number when it is unknown', () => {
    const draft = draftFromTemplate('order_status', 'ru', nothing) ?? '';

    expect(draft).toContain('пришлите, пожалуйста, номер заказа');
    expect(openSlotsOf(draft)).toEqual([]);
  });

  it('leaves no braces, "undefined" or "null" in a draft, whatever the language, intent and facts', () => {
    for (const language of languages)
      for (const intent of answered)
        for (const facts of [nothing, { ...nothing, orderNumber: order.number }, { ...nothing, order }])
          expect(draftFromTemplate(intent, language, facts)).not.toMatch(/[{}]|undefined|null/);
  });

  it.each([
    'evil.com',
    'Click https://evil.test now',
    'A\nBcc: b@c.test',
    '{order}',
    '<b>Bob</b>',
    'x'.repeat(200),
    '$&',
  ])('greets without a name when the sender name is not a plain name: %s', (name) => {
    expect(draftFromTemplate('feedback', 'en', { ...nothing, name })).toMatch(/^Hello,\n/);
  });
});
