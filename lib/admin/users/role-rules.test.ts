import { describe, expect, it } from 'vitest';
import { type Role, roles } from '#lib/context/values.ts';
import { endsSessions, type RoleChange, roleRefusalOf } from './role-rules.ts';

/**
 * The result when the actor (grid) sets the target (row) to a role (column), both from visitor to superadmin. `.`
 * succeeds, `r` is RankTooLow, `=` is the current role and no change.
 */
const grids: Readonly<Record<Role, readonly string[]>> = {
  visitor: ['=rrrr', 'r=rrr', 'rr=rr', 'rrr=r', 'rrrr='],
  member: ['=rrrr', 'r=rrr', 'rr=rr', 'rrr=r', 'rrrr='],
  confidential: ['=rrrr', 'r=rrr', 'rr=rr', 'rrr=r', 'rrrr='],
  admin: ['=...r', '.=..r', '..=.r', 'rrr=r', 'rrrr='],
  superadmin: ['=....', '.=...', '..=..', '...=.', '....='],
};
const letters = { RankTooLow: 'r', SelfDemotion: 's', LastSuperadmin: 'l' } as const;
const letterOf = (change: RoleChange) => {
  if (change.target === change.to) return '=';
  const refusal = roleRefusalOf(change);
  return refusal ? letters[refusal.code] : '.';
};

/** The same for the actor's own role: `s` is SelfDemotion. */
const ownRole: Readonly<Record<Role, string>> = {
  visitor: '=rrrr',
  member: 'r=rrr',
  confidential: 'rr=rr',
  admin: 'sss=r',
  superadmin: 'ssss=',
};

const change = { isSelf: false, isLastSuperadmin: false };

describe('the role rules', () => {
  for (const actor of roles)
    it(`S36 allow a ${actor} only the permitted role changes, in all 25 cases`, () => {
      const seen = roles.map((target) => roles.map((to) => letterOf({ ...change, actor, target, to })).join(''));

      expect(seen).toEqual(grids[actor]);
    });

  it.each(roles)('S36 reject every change of the actor’s own role: %s', (own) => {
    const seen = roles.map((to) => letterOf({ ...change, actor: own, target: own, to, isSelf: true }));

    expect(seen.join('')).toBe(ownRole[own]);
  });

  it('reject every demotion of the last superadmin', () => {
    const last = { actor: 'superadmin', target: 'superadmin', isSelf: false, isLastSuperadmin: true } as const;

    expect(roles.map((to) => roleRefusalOf({ ...last, to })?.code ?? null)).toEqual([
      'LastSuperadmin',
      'LastSuperadmin',
      'LastSuperadmin',
      'LastSuperadmin',
      null,
    ]);
  });

  it('end sessions on a demotion and on a promotion into the admin ranks', () => {
    const ended = roles.map((from) => roles.map((to) => (endsSessions(from, to) ? 'x' : '.')).join(''));

    expect(ended).toEqual(['...xx', 'x..xx', 'xx.xx', 'xxx..', 'xxxx.']);
  });
});
