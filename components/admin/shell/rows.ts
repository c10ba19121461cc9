const ROWS = 'main tbody tr, main [data-row]';
const SEARCH = 'main input[type="search"], main input[name="q"], main form[action] input[type="text"]';

const shown = (selector: string): readonly HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());

const rowWithFocus = (rows: readonly HTMLElement[]): number =>
  rows.findIndex((row) => row.contains(document.activeElement));

/** Focuses the link of the next or previous row of the page, which Enter then opens. Returns false without rows. */
export function focusRow(by: 1 | -1): boolean {
  const rows = shown(ROWS);
  const at = rowWithFocus(rows);
  const next = rows[at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
  if (!next) return false;
  const link = next.querySelector<HTMLElement>('a[href]');
  // A row without a link takes the focus itself, so that the keys after this one know where they are.
  if (!link) next.tabIndex = -1;
  (link ?? next).focus();
  return true;
}

/** Selects the row with the focus, or takes the selection back. Returns false when it has no checkbox. */
export function pickRow(): boolean {
  const rows = shown(ROWS);
  const box = rows[rowWithFocus(rows)]?.querySelector<HTMLInputElement>('input[type="checkbox"]');
  box?.click();
  return box !== null && box !== undefined;
}

/** Focuses the search field of the page. Returns false when it has none. */
export function focusSearch(): boolean {
  const [field] = shown(SEARCH);
  field?.focus();
  return field !== undefined;
}

/** What the palette offers of a page: its buttons, the links of its tabs and filters, and its downloads. */
const ACTIONS = 'main :is(button:not(:disabled), nav ul a[href]:not([aria-current]), a[download]):not(tbody *)';

/** Returns the actions of the page by their names. Those of rows have one name many times and are left out. */
export function pageActions(): ReadonlyMap<string, HTMLElement> {
  const controls = shown(ACTIONS).map((control) => ({ control, name: nameOf(control) }));
  const named = Map.groupBy(controls, ({ name }) => name);
  return new Map(
    [...named].flatMap(([name, [only, ...more]]) => (name && only && more.length === 0 ? [[name, only.control]] : [])),
  );
}

/** Returns the name of a control without what is hidden from screen readers, such as the key of its shortcut. */
const nameOf = (control: HTMLElement): string =>
  control.ariaLabel ??
  [...control.childNodes]
    .map((node) => (node instanceof Element && node.ariaHidden === 'true' ? '' : (node.textContent ?? '')))
    .join('')
    .trim();

const KEYED = 'main button[aria-keyshortcuts]';

/** Returns the shortcuts of this page, each with the name of the button that it presses. */
export const pageShortcuts = (): readonly (readonly [key: string, name: string])[] =>
  shown(KEYED).map((button) => [button.getAttribute('aria-keyshortcuts') ?? '', nameOf(button)]);

/** Presses the button of this page with that shortcut. Returns false without one. */
export function pressShortcut(key: string): boolean {
  const button = shown(KEYED).find((keyed) => keyed.getAttribute('aria-keyshortcuts') === key);
  button?.click();
  return button !== undefined;
}
