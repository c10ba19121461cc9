import { describe, expect, it } from 'vitest';
import { redact } from './redact.ts';

describe('redact', () => {
  // 4,000 texts of 4,000 characters: work that grew with the square of each would be 10^10 steps, beyond the timeout.
  it('scans a long text for addresses in linear time', () => {
    const texts = Array.from({ length: 40 }, () => Array.from({ length: 100 }, () => '$'.repeat(4_000)));

    expect(redact({ texts })).toEqual({ texts });
  });

  it('redacts the token of a program wherever it stands', () => {
    const token = `pvt_${'k3'.repeat(10)}_${'Ab-_9'.repeat(8)}xyz`;

    expect(redact({ said: `sent ${token}, ${token.toUpperCase()}.`, list: [`{"t":"${token}"}`] })).toEqual({
      ...{ said: 'sent [token], [token].', list: ['{"t":"[token]"}'] },
    });
  });

  it('redacts a whole address, even after characters that no address has', () => {
    expect(redact({ said: '<ann@a.test> "bob"@b.test.ua, x@@cem@c.test' })).toEqual({
      said: '<[address]> "bob"@b.test.ua, x@@[address]',
    });
  });
});
