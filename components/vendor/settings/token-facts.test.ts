import { expect, it } from 'vitest';
import texts from '#lib/i18n/seller/en/tokens.json' with { type: 'json' };
import { factsOf, stateOf } from './token-facts.ts';

const reader = { locale: 'en', zone: 'UTC' } as const;
const token = {
  ...{ id: 'k', name: 'Warehouse', scopes: [], createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: null },
  ...{ expiresAt: '2026-03-01T10:00:00.000Z', revokedAt: null },
};

it('says until when a token works, or since when it does not, and never both', () => {
  const shown = (given: typeof token | (Omit<typeof token, 'revokedAt'> & { revokedAt: string }), now: string) => {
    const state = stateOf(given, now);
    return [state, factsOf(given, state, texts, reader)[0]];
  };
  const revoked = { ...token, revokedAt: '2026-02-01T10:00:00.000Z' };

  expect(shown(token, '2026-02-02T00:00:00.000Z')).toEqual(['active', 'Valid until 1 Mar 2026, 10:00']);
  expect(shown(token, token.expiresAt)).toEqual(['expired', 'Expired 1 Mar 2026, 10:00']);
  for (const now of ['2026-02-02T00:00:00.000Z', '2026-04-01T00:00:00.000Z'])
    expect(shown(revoked, now)).toEqual(['revoked', 'Revoked 1 Feb 2026, 10:00']);
});
