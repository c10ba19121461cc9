import { z } from 'zod';
import { densities, MOST_VIEW_NAME, MOST_VIEW_QUERY, MOST_VIEWS, viewPages } from '#lib/admin/preferences/values.ts';
import { idText } from '#lib/core/ids.ts';

const viewName = z.string().trim().min(1).max(MOST_VIEW_NAME);
const viewQuery = z.string().max(MOST_VIEW_QUERY);

/** A filter of a list that a person has named. */
export const savedView = z
  .object({ id: idText, page: z.enum(viewPages), name: viewName, query: viewQuery })
  .meta({ id: 'SavedView' });
export type SavedView = z.infer<typeof savedView>;

/** How a person has arranged the console. The id of the stored row is the person's. */
export const consolePreferences = z
  .object({
    views: z.array(savedView).max(MOST_VIEWS),
    density: z.enum(densities),
    /** Whether keys without a modifier are shortcuts. */
    singleKeys: z.boolean(),
    /** Counts the changes. */
    version: z.int().nonnegative(),
  })
  .meta({ id: 'ConsolePreferences' });
export type ConsolePreferences = z.infer<typeof consolePreferences>;

export const consolePreferencesPatch = z.strictObject({
  density: z.enum(densities).exactOptional(),
  singleKeys: z.boolean().exactOptional(),
});
export type ConsolePreferencesPatch = z.infer<typeof consolePreferencesPatch>;

export const viewInput = z.strictObject({ page: z.enum(viewPages), name: viewName, query: viewQuery });
export type ViewInput = z.infer<typeof viewInput>;
export const viewParams = z.object({ id: idText });

export const consolePreferencesAnswer = z.object({ preferences: consolePreferences });
export const viewAnswer = z.object({ view: savedView });
export const viewDeleted = z.object({ deleted: z.literal(true) });
