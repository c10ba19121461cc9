import { describe, expect, it } from 'vitest';
import { isFilledIn } from './filled-in.ts';

const field = (value: string, { required = true, valid = true } = {}) =>
  isFilledIn({ value, required, validity: { valid } as ValidityState });

describe('isFilledIn', () => {
  it('takes the message away once there is something to read and the browser finds nothing wrong with it', () => {
    expect(field('Olha')).toBe(true);
    expect(field('', { required: false })).toBe(true);
  });

  it('keeps it under an empty or blank required field, and under what has the wrong form', () => {
    expect(field('')).toBe(false);
    expect(field('  ')).toBe(false);
    expect(field('olha@', { valid: false })).toBe(false);
  });
});
