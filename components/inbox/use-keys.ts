import { useEffect, useRef } from 'react';
import { keysAreOn } from '#components/admin/shell/key-switch.ts';
import { threadStatuses } from '#lib/crm/threads/values.ts';
import { commandOf } from './console-keys.ts';
import type { Commands, Inbox } from './inbox-context.ts';

const ROW = 'a[data-thread]';
const FIELDS = 'input, textarea, select, [contenteditable="true"]';
/** The field of a reply. The one shortcut with a modifier works there too. */
const REPLY = '[data-reply]';
/** The second key of a shortcut must follow the first within this time. */
const HELD_MS = 1500;

type Keys = Pick<Inbox, 'move' | 'walk'> & {
  readonly registered: () => readonly Commands[];
  readonly toDrafts: () => void;
  readonly openHelp: () => void;
};

/**
 * Listens for the shortcuts of the inbox. They are ignored in dialogs, and in fields unless a modifier is held. A focused
 * row takes precedence.
 */
export function useKeys(keys: Keys): void {
  const newest = useRef(keys);
  useEffect(() => {
    newest.current = keys;
  });
  useEffect(() => {
    let held: string | null = null;
    let heldAt = 0;
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
      const found = commandOf(event, event.timeStamp - heldAt < HELD_MS ? held : null);
      // A key that is held down repeats only where that is useful.
      if (event.repeat && found.command !== 'next' && found.command !== 'previous') return;
      const isWithModifier = found.command === 'approveAndSend';
      const field = event.target instanceof Element ? event.target.closest(FIELDS) : null;
      if (field && !(isWithModifier && field.matches(REPLY))) return;
      if (!isWithModifier && !keysAreOn()) return;
      held = found.held;
      heldAt = event.timeStamp;
      if (found.command && obey(found.command, newest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}

/** Returns true when the key was handled. Other keys are left to the browser. */
function obey(command: keyof Commands, { move, walk, registered, toDrafts, openHelp }: Keys): boolean {
  const everywhere: Partial<Record<keyof Commands, () => boolean>> = {
    next: () => step(1),
    previous: () => step(-1),
    open: () => false, // the row is a link
    after: () => taken(() => walk(1)),
    before: () => taken(() => walk(-1)),
    search: () => focusOn(document.querySelector<HTMLElement>('#inbox-search')),
    drafts: () => taken(toDrafts),
    help: () => taken(openHelp),
  };
  const own = registered().findLast((commands) => commands[command])?.[command];
  if (command === 'resolve' && resolveRow(move)) return true;
  return everywhere[command]?.() ?? (own !== undefined && taken(own));
}

function taken(act: () => void): true {
  act();
  return true;
}

/** Returns the visible rows. */
const rows = (): readonly HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(ROW)].filter((row) => row.checkVisibility());

function step(by: 1 | -1): boolean {
  const all = rows();
  const focused = all.indexOf(document.activeElement as HTMLElement);
  const current = focused === -1 ? all.findIndex((row) => row.ariaCurrent !== null) : focused;
  return focusOn(all[current === -1 && by === -1 ? 0 : Math.min(Math.max(current + by, 0), all.length - 1)]);
}

function focusOn(found: HTMLElement | null | undefined): boolean {
  found?.focus();
  return found !== null && found !== undefined && document.activeElement === found;
}

/** Changes the status of the focused thread and focuses the next row. */
function resolveRow(move: Inbox['move']): boolean {
  const all = rows();
  const at = all.indexOf(document.activeElement as HTMLElement);
  const row = all[at];
  if (!row) return false;
  const { thread: id = '', version, status: shown, subject = '' } = row.dataset;
  const status = threadStatuses.find((known) => known === shown) ?? 'new';
  (all[at + 1] ?? all[at - 1])?.focus();
  move({ id, status, version: Number(version), subject }, status === 'resolved' ? 'ongoing' : 'resolved');
  return true;
}
