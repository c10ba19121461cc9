import type {
  ConsolePreferences,
  ConsolePreferencesPatch,
  SavedView,
  ViewInput,
} from '#lib/admin/schemas/console-preferences.ts';
import type { UserContext } from '#lib/context/context.ts';
import { conflict, invalid, notFound } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import { ConsolePreferencesRows } from './collections.ts';
import { MOST_VIEW_QUERY, MOST_VIEWS } from './values.ts';

/** What a person has before the first change. */
const untouched: ConsolePreferences = { views: [], density: 'comfortable', singleKeys: true, version: 0 };

/** Returns the caller's preferences of the console. */
export const consolePreferencesOf = async ({ data, user }: UserContext): Promise<ConsolePreferences> =>
  (await data.get(ConsolePreferencesRows, user.id))?.data ?? untouched;

/** Changes the caller's density or shortcuts. Preferences are not audited: they change nothing of the platform. */
export const changeConsolePreferences = (
  ctx: UserContext,
  patch: ConsolePreferencesPatch,
): Promise<ConsolePreferences> => changed(ctx, (before) => ({ ...before, ...patch }));

/**
 * Saves the filter of a list under a name. A view of the same page and name is replaced and keeps its id. Throws
 * Conflict `TooManyViews` when the person has as many views as allowed, and ValidationError for a filter that is too
 * long once it is encoded, or `AddressInView` for an address of mail, which would outlive its account.
 */
export async function saveView(ctx: UserContext, { page, name, query }: ViewInput): Promise<SavedView> {
  let view: SavedView = { id: newId('view'), page, name, query: withoutPlace(query) };
  if (view.query.length > MOST_VIEW_QUERY)
    throw invalid('This filter is too long', { query: `is longer than ${MOST_VIEW_QUERY} characters in an address` });
  assertNoAddress('name', [name]);
  assertNoAddress('query', [...new URLSearchParams(query).values()]);
  await changed(ctx, (before) => {
    const at = before.views.findIndex((known) => known.page === page && known.name === name);
    const same = before.views[at];
    if (same) view = { ...view, id: same.id };
    else if (before.views.length >= MOST_VIEWS)
      throw conflict(`At most ${MOST_VIEWS} views can be saved`, { code: 'TooManyViews' });
    return { ...before, views: same ? before.views.with(at, view) : [...before.views, view] };
  });
  return view;
}

/** Deletes one of the caller's views. Throws NotFound when there is none of this id. */
export async function deleteView(ctx: UserContext, id: string): Promise<void> {
  await changed(ctx, (before) => {
    const views = before.views.filter((view) => view.id !== id);
    if (views.length === before.views.length) throw notFound('View', id);
    return { ...before, views };
  });
}

const changed = (
  { data, user }: UserContext,
  change: (before: ConsolePreferences) => ConsolePreferences,
): Promise<ConsolePreferences> =>
  data.tx(async (t) => {
    const before = (await t.get(ConsolePreferencesRows, user.id))?.data ?? untouched;
    const after = { ...change(before), version: before.version + 1 };
    t.set(ConsolePreferencesRows, user.id, after);
    return after;
  });

function assertNoAddress(field: 'name' | 'query', texts: readonly string[]): void {
  if (texts.some((text) => /[^\s@]@[^\s@]/.test(text)))
    throw invalid('A view cannot hold an address of mail', { [field]: 'holds an address' }, { code: 'AddressInView' });
}

/** A view always begins at the first page of its list. */
function withoutPlace(query: string): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('cursor');
  return parameters.toString();
}
