/** Lowest first. The position in the list is the rank. */
export const roles = ['visitor', 'member', 'confidential', 'admin', 'superadmin'] as const;
export type Role = (typeof roles)[number];

export const rankOf = (role: Role): number => roles.indexOf(role);
export const hasRank = (role: Role, least: Role): boolean => rankOf(role) >= rankOf(least);
