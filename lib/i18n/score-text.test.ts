import { describe, expect, it } from 'vitest';
import { scoreText } from './score-text.ts';

describe('scoreText', () => {
  it('shows one decimal with the decimal separator of the language', () => {
    expect(['en', 'uk', 'ru'].map((locale) => scoreText(4.94, locale))).toEqual(['4.9', '4,9', '4,9']);
    expect(scoreText(5, 'en')).toBe('5.0');
  });
});
