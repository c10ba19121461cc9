import { describe, expect, it } from 'vitest';
import { MOST_SUMMARY, summaryOf } from './summary.ts';

describe('summaryOf', () => {
  it('starts with the question of the mail and leaves out greeting, thanks and closing', () => {
    const text =
      'Hello dear team,\n\nI hope you are well. We moved last week. Where is order P4K7MNQ2X9? Thanks in advance.\nBest regards\nDana';

    const summary = summaryOf(text);

    expect(summary).toMatch(/^Where is order P4K7MNQ2X9\?/);
    expect(summary).not.toMatch(/Hello|Thanks|regards/);
  });

  it.each([
    [
      'Доброго дня! Купила у вас лампу. Чи можна повернути її до 14.05? Дякую!',
      'Чи можна повернути її до 14.05? Купила у вас лампу.',
    ],
    [
      'Здравствуйте! Купила у вас лампу. Можно ли вернуть её до 14.05? Спасибо!',
      'Можно ли вернуть её до 14.05? Купила у вас лампу.',
    ],
  ])('puts the question first and leaves out greeting and thanks in Ukrainian and Russian', (text, summary) => {
    expect(summaryOf(text)).toBe(summary);
  });

  it('returns at most MOST_SUMMARY characters and never splits one', () => {
    for (const text of ['word '.repeat(1_000), 'x'.repeat(5_000), '😀'.repeat(400), `Where is ${'a'.repeat(600)}?`]) {
      const summary = summaryOf(text);
      expect(summary.length).toBeLessThanOrEqual(MOST_SUMMARY);
      expect(summary.isWellFormed()).toBe(true);
      expect(summary).not.toBe('');
    }
  });
});
