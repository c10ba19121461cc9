import { describe, expect, it, vi } from 'vitest';
import { contrasts, sentimentOf } from './sentiment.ts';

const scoreOf = (text: string) => sentimentOf(text).score;

describe('sentimentOf', () => {
  it('keeps the score of a long text between -1 and 1 and returns 0 for an empty text', () => {
    expect(scoreOf('terrible '.repeat(500))).toBeGreaterThanOrEqual(-1);
    expect(scoreOf('love '.repeat(500))).toBeLessThanOrEqual(1);
    expect(scoreOf('')).toBe(0);
  });

  it.each([
    ['I am happy', 'I am not happy'],
    ['Я задоволена сервісом', 'Я не задоволена сервісом'],
    ['Я довольна сервисом', 'Я не довольна сервисом'],
  ])('turns a positive score negative when the word is negated: %s, %s', (good, bad) => {
    expect(scoreOf(good)).toBeGreaterThan(0);
    expect(scoreOf(bad)).toBeLessThan(0);
  });

  it('weighs intensifiers, capitals and exclamation marks', () => {
    expect(scoreOf('very disappointed')).toBeLessThan(scoreOf('disappointed'));
    expect(scoreOf('slightly disappointed')).toBeGreaterThan(scoreOf('disappointed'));
    expect(scoreOf('I am DISAPPOINTED')).toBeLessThan(scoreOf('I am disappointed'));
    expect(scoreOf('disappointed!!!')).toBeLessThan(scoreOf('disappointed'));
    expect(scoreOf('ДУЖЕ погано')).toBeLessThan(scoreOf('погано'));
  });

  it('weighs the clause after a "but" more than the clause before', () => {
    expect(sentimentOf('The chair is beautiful but it arrived broken and dirty').sentiment).toBe('negative');
  });

  it('checks each word for a "but" at most once, however many sentiment words there are', () => {
    const looked = vi.spyOn(contrasts, 'has');

    sentimentOf('love '.repeat(2_000));

    expect(looked.mock.calls.length).toBeLessThanOrEqual(2_000);
    looked.mockRestore();
  });

  it.each([
    ['in the next sentence', 'It is good. But it is late', 'It is good. It is late'],
    ['before the sentiment word', 'But it is good', 'It is good'],
  ])('ignores a "but" %s', (_, text, same) => {
    expect(scoreOf(text)).toBe(scoreOf(same));
  });

  it.each(['Thanks in advance, best regards', 'Дякую, гарного дня!', 'Спасибо заранее, хорошего дня'])(
    'rates polite phrases as neutral: %s',
    (text) => {
      expect(sentimentOf(text).sentiment).toBe('neutral');
    },
  );
});
