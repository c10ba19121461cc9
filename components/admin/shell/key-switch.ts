import { patch } from '#lib/web/api/api-client.ts';

/** Returns the element around the console. Its attributes carry the person's preferences, set by the server. */
const frame = (): HTMLElement | null => document.querySelector('.console');

/**
 * Returns true when single-key shortcuts are on. They can be turned off, because speech input could trigger them (WCAG
 * 2.1.4).
 */
export const keysAreOn = (): boolean => frame()?.dataset.keys !== 'off';

/** Turns the shortcuts on or off at once, and for the account. When saving fails, the next page has the old choice. */
export function switchKeys(on: boolean): void {
  arrange({ singleKeys: on });
}

export const densityNow = (): string => frame()?.dataset.density ?? 'comfortable';

/** Sets how much space the rows of tables have, at once and for the account. */
export function setDensity(density: 'comfortable' | 'compact'): void {
  arrange({ density });
}

function arrange(change: { readonly singleKeys: boolean } | { readonly density: string }): void {
  const shown = frame()?.dataset;
  if (shown && 'density' in change) shown.density = change.density;
  if (shown && 'singleKeys' in change) shown.keys = change.singleKeys ? 'on' : 'off';
  void patch('/api/admin/console-preferences', change).catch(() => undefined);
}
