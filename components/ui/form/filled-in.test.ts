import { describe, expect, it } from 'vitest';
import { isFilledIn } from './filled-in.ts';

const field = (value: string, { required = true, valid = true } = {}) =>
  isFilledIn({ value, required, validity: { valid } as ValidityState });

describe('isFilledIn', () => {
  it('returns true for a valid value and for an empty optional field', () => {
    expect(field('Olha')).toBe(true);
    expect(field('', { required: false })).toBe(true);
  });

  it('returns false for an empty or blank required field and for an invalid value', () => {
    expect(field('')).toBe(false);
    expect(field('  ')).toBe(false);
    expect(field('olha@', { valid: false })).toBe(false);
  });
});
