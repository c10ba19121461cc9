import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seal, secretsEqual, unseal } from '#lib/core/secrets.ts';
import type { KeyRing } from './env/secrets.ts';

const keyNamed = (kid: string): KeyRing[number] => ({ kid, key: new Uint8Array(randomBytes(32)) });

describe('seal', () => {
  const old = keyNamed('k1');
  const young = keyNamed('k2');

  it('encrypts with the first key of the ring, and unseal tries every key', () => {
    const sealed = seal([old], 'mail:1', 'секрет 😀');

    expect(unseal([young, old], 'mail:1', sealed)).toBe('секрет 😀');
    expect(seal([young, old], 'mail:1', 'x')).toMatch(/^k2\./);
    expect(sealed).not.toContain('секрет');
  });

  it('returns a different text each time', () => {
    expect(seal([old], 'a', 'x')).not.toBe(seal([old], 'a', 'x'));
  });

  it('cannot be opened with another key, in another context or after a change', () => {
    const sealed = seal([old], 'mail:1', 'secret');
    const otherKey = { ...keyNamed('k1') };

    expect(() => unseal([young], 'mail:1', sealed)).toThrow();
    expect(() => unseal([otherKey], 'mail:1', sealed)).toThrow();
    expect(() => unseal([old], 'mail:2', sealed)).toThrow();
    for (let at = 3; at < sealed.length; at += 7) {
      const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
      expect(() => unseal([old], 'mail:1', changed)).toThrow();
    }
    expect(() => unseal([old], 'mail:1', 'k1.')).toThrow();
  });
});

describe('secretsEqual', () => {
  it('is true only for two equal, non-empty secrets', () => {
    expect(secretsEqual('', undefined)).toBe(false);
    expect(secretsEqual('', '')).toBe(false);
    expect(secretsEqual('undefined', undefined)).toBe(false);
    expect(secretsEqual('a', 'a')).toBe(true);
    expect(secretsEqual('a', 'ab')).toBe(false);
  });
});
