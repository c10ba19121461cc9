import { describe, expect, it } from 'vitest';
import { mailsEn } from '#tests/fixtures/written-mails/en.ts';
import { freshMails } from '#tests/fixtures/written-mails/fresh.ts';
import { heldOutEn } from '#tests/fixtures/written-mails/held-out/en.ts';
import { heldOutRu } from '#tests/fixtures/written-mails/held-out/ru.ts';
import { heldOutUk } from '#tests/fixtures/written-mails/held-out/uk.ts';
import { mailsRu } from '#tests/fixtures/written-mails/ru.ts';
import { mailsUk } from '#tests/fixtures/written-mails/uk.ts';
import { unseenMails } from '#tests/fixtures/written-mails/unseen.ts';
import type { WrittenMail } from '#tests/fixtures/written-mails/written-mail.ts';
import { classifyByRules } from './classify.ts';
import { intents } from './values.ts';

const languages = [
  ['en', mailsEn],
  ['uk', mailsUk],
  ['ru', mailsRu],
] as const;

/** Returns the mails that the rules classified wrongly, by subject. */
function mistakesIn(mails: readonly WrittenMail[], language: string) {
  const read = mails.map(([subject, text, intent, sentiment]) => {
    const found = classifyByRules({ subject, text });
    const name = `${subject} | ${text.slice(0, 60)}`;
    return { name, found, intent, sentiment };
  });
  return {
    intent: read.filter(({ found, intent }) => found.intent !== intent).map(({ name }) => name),
    sentiment: read.filter(({ found, sentiment }) => found.sentiment !== sentiment).map(({ name }) => name),
    language: read.filter(({ found }) => found.language !== language).map(({ name }) => name),
  };
}

describe('classifyByRules', () => {
  it.each(languages)(
    'recognises intent and sentiment of at least 85 %% of mails and the language of 95 %%: %s',
    (language, mails) => {
      const wrong = mistakesIn(mails, language);

      expect(mails.length).toBeGreaterThanOrEqual(40);
      expect(new Set(mails.map(([, , intent]) => intent))).toEqual(new Set(intents));
      expect(wrong.intent.slice(Math.floor(mails.length * 0.15))).toEqual([]);
      expect(wrong.sentiment.slice(Math.floor(mails.length * 0.15))).toEqual([]);
      expect(wrong.language.slice(Math.floor(mails.length * 0.05))).toEqual([]);
    },
  );

  it.each(languages)(
    'recognises the intent of at least 80 %% of mails that the word lists were not written from: %s',
    (language) => {
      const mails = unseenMails[language];
      const wrong = mistakesIn(mails, language);

      expect(mails.length - wrong.intent.length).toBeGreaterThanOrEqual(mails.length * 0.8);
      expect(mails.length - wrong.sentiment.length).toBeGreaterThanOrEqual(mails.length * 0.85);
      expect(wrong.language).toEqual([]);
    },
  );

  it.each([
    ['en', heldOutEn],
    ['uk', heldOutUk],
    ['ru', heldOutRu],
  ] as const)(
    'recognises the intent of at least 85 %% of mails held out when the word lists were last extended: %s',
    (language, mails) => {
      const wrong = mistakesIn(mails, language);

      expect(mails).toHaveLength(40);
      expect(wrong.intent.slice(6)).toEqual([]);
      expect(mails.length - wrong.sentiment.length).toBeGreaterThanOrEqual(mails.length * 0.8);
      expect(wrong.language).toEqual([]);
    },
  );

  // Mails that never name their request. People understand them, but word lists recognise fewer than half.
  it.each(languages)(
    'recognises the intent of at least 40 %% of mails that only hint at their request: %s',
    (language) => {
      const mails = freshMails[language];
      const wrong = mistakesIn(mails, language);

      expect(mails.length - wrong.intent.length).toBeGreaterThanOrEqual(mails.length * 0.4);
      expect(mails.length - wrong.sentiment.length).toBeGreaterThanOrEqual(mails.length * 0.8);
      expect(wrong.language).toEqual([]);
    },
  );

  it('returns "other" for a mail without known words, with low confidence for an empty mail', () => {
    expect(classifyByRules({ subject: '', text: '' })).toMatchObject({
      intent: 'other',
      confidence: 'low',
      sentiment: 'neutral',
      score: 0,
      language: null,
      urgency: 'normal',
      summary: '',
    });
    expect(classifyByRules({ subject: 'x', text: 'Guten Tag, die Blumen blühen schön am Fluss.' })).toMatchObject({
      intent: 'other',
      language: null,
    });
  });

  // Four million characters each. Quadratic work would take 10^13 steps, hours beyond the timeout.
  it.each([
    ['words', 'a '.repeat(2_000_000)],
    ['exclamation marks', '!'.repeat(4_000_000)],
    ['negations', 'не '.repeat(1_300_000)],
    ['questions', 'where is my order '.repeat(220_000)],
  ])('returns the same result twice for millions of characters of %s', (_, text) => {
    const first = classifyByRules({ subject: text, text });

    expect(classifyByRules({ subject: text, text })).toEqual(first);
  });

  it.each([
    ['Please answer today, otherwise I call my lawyer', 'high'],
    ['Терміново зателефонуйте мені щодо замовлення', 'high'],
    ['Срочно позвоните мне по заказу', 'high'],
    ['Where is my order?', 'normal'],
    ['Love your shop, thank you so much!', 'low'],
  ])('rates the urgency of a mail: %s', (text, urgency) => {
    expect(classifyByRules({ subject: '', text }).urgency).toBe(urgency);
  });
});
