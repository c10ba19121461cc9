import { describe, expect, it } from 'vitest';
import { scoreText } from './score-text.ts';

describe('scoreText', () => {
  it('shows one digit after the mark of the language, also of a whole number', () => {
    expect(['en', 'uk', 'ru'].map((locale) => scoreText(4.94, locale))).toEqual(['4.9', '4,9', '4,9']);
    expect(scoreText(5, 'en')).toBe('5.0');
  });
});
