import { hasRank, type Role, rankOf } from '#lib/context/values.ts';

/** The actor, the target and the new role. `isSelf`: actor and target are the same user. */
export type RoleChange = {
  readonly actor: Role;
  readonly target: Role;
  readonly to: Role;
  readonly isSelf: boolean;
  readonly isLastSuperadmin: boolean;
};

export type RoleRefusal = 'RankTooLow' | 'SelfDemotion' | 'LastSuperadmin';

type Rule = { readonly code: RoleRefusal; readonly say: string; readonly broken: (change: RoleChange) => boolean };

const lowers = ({ target, to }: RoleChange) => rankOf(to) < rankOf(target);

/**
 * The first broken rule refuses. The caller has already checked that the role changes: setting the same role is no
 * act.
 */
export const roleRules: readonly Rule[] = [
  {
    code: 'RankTooLow',
    say: 'This needs the admin role',
    broken: ({ actor }) => !hasRank(actor, 'admin'),
  },
  {
    code: 'SelfDemotion',
    say: 'You cannot lower your own role',
    broken: (change) => change.isSelf && lowers(change),
  },
  {
    code: 'RankTooLow',
    say: 'You cannot assign a role above your own',
    broken: ({ actor, to }) => !hasRank(actor, to),
  },
  {
    code: 'RankTooLow',
    say: 'You cannot change the role of an account of your own rank or above',
    broken: ({ actor, target }) => actor !== 'superadmin' && hasRank(target, actor),
  },
  {
    code: 'LastSuperadmin',
    say: 'The last superadmin must keep the role. Appoint another superadmin first',
    broken: (change) => change.isLastSuperadmin && lowers(change),
  },
];

/** Returns why a change of role is refused, or null. */
export const roleRefusalOf = (change: RoleChange): Rule | null => roleRules.find((rule) => rule.broken(change)) ?? null;

/** Returns whether running sessions must end: the role is lowered, or the user becomes or ceases to be an admin. */
export const endsSessions = (from: Role, to: Role): boolean =>
  rankOf(to) < rankOf(from) || hasRank(from, 'admin') !== hasRank(to, 'admin');
