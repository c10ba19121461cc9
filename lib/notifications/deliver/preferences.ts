import { getUser } from '#lib/auth/users.ts';
import type { UserContext } from '#lib/context/context.ts';
import type { Reader } from '#lib/data/store.ts';
import { NotificationPreferences } from '#lib/notifications/collections.ts';
import type { Preferences, PreferencesPatch } from '#lib/notifications/schemas/preferences.ts';
import { notificationTypes } from '#lib/notifications/values.ts';
import { defaultPreferences } from './default-preferences.ts';

/** Merges saved preferences over the defaults. Runs at every read, so that a new type needs no migration. */
export const mergedPreferences = (
  base: Preferences,
  { types, quietHours, ...said }: PreferencesPatch,
): Preferences => ({
  ...base,
  ...said,
  quietHours: { ...base.quietHours, ...quietHours },
  types: Object.fromEntries(
    notificationTypes.map((type) => [type, { ...base.types[type], ...types?.[type] }]),
  ) as Preferences['types'],
});

/** Merges a later patch over an earlier one. Fields that the later patch does not name stay. */
function mergedPatches(before: PreferencesPatch, later: PreferencesPatch): PreferencesPatch {
  const named = notificationTypes.filter((type) => before.types?.[type] ?? later.types?.[type]);
  return {
    ...before,
    ...later,
    ...(named.length > 0 && {
      types: Object.fromEntries(named.map((type) => [type, { ...before.types?.[type], ...later.types?.[type] }])),
    }),
    ...((before.quietHours ?? later.quietHours) && { quietHours: { ...before.quietHours, ...later.quietHours } }),
  };
}

/** Returns a user's complete preferences. The account's time zone applies until the user saves another. */
export async function preferencesOf(
  reader: Reader,
  { id, timezone }: { id: string; timezone: string },
): Promise<Preferences> {
  const row = await reader.get(NotificationPreferences, id);
  return mergedPreferences(defaultPreferences(timezone), row?.data.said ?? {});
}

/** Does the same as `preferencesOf` for a user id. */
export const preferencesById = async (reader: Reader, userId: string): Promise<Preferences> =>
  preferencesOf(reader, await getUser(reader, userId));

/** Changes any part of the caller's preferences and returns all of them. */
export async function changePreferences(ctx: UserContext, patch: PreferencesPatch): Promise<Preferences> {
  const updatedAt = ctx.now().toISOString();
  const said = await ctx.data.tx(async (t) => {
    const row = await t.get(NotificationPreferences, ctx.user.id);
    const merged = mergedPatches(row?.data.said ?? {}, patch);
    t.set(NotificationPreferences, ctx.user.id, { said: merged, updatedAt });
    return merged;
  });
  return mergedPreferences(defaultPreferences(ctx.user.timezone), said);
}
