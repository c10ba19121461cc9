import { describe, expect, it } from 'vitest';
import { redact } from './redact.ts';

describe('redact', () => {
  // 4,000 texts of 4,000 characters: work that grew with the square of each would be 10^10 steps, beyond the timeout.
  it('scans a long text for addresses in linear time', () => {
    const texts = Array.from({ length: 40 }, () => Array.from({ length: 100 }, () => '$'.repeat(4_000)));

    expect(redact({ texts })).toEqual({ texts });
  });

  it('redacts a whole address, even after characters that no address has', () => {
    expect(redact({ said: '<ann@a.test> "bob"@b.test.ua, x@@cem@c.test' })).toEqual({
      said: '<[address]> "bob"@b.test.ua, x@@[address]',
    });
  });
});
