import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { fill } from '#lib/i18n/fill.ts';
import { groupsFor } from './console-pages.ts';
import type { HostTexts } from './host-texts.ts';
import { type Entry, entriesFor } from './palette-entries.ts';
import { pageActions } from './rows.ts';

type PaletteProps = {
  readonly isSuperadmin: boolean;
  readonly texts: HostTexts;
  readonly onGo: (href: string) => void;
  readonly onHelp: () => void;
  readonly onClose: () => void;
};

/**
 * Shows one field that leads to every page, action, number and search: a combobox with a list in a native dialog, which
 * keeps the focus inside and returns it. The focus stays in the field, and the arrows move the chosen line.
 */
export function Palette({ isSuperadmin, texts: { shell, palette }, onGo, onHelp, onClose }: PaletteProps) {
  const { locale } = useReader();
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  // The page behind the dialog does not change while it is open.
  const [actions] = useState(pageActions);
  useEffect(() => {
    const { current } = dialog;
    if (current && !current.open) current.showModal();
  }, []);

  const known: readonly Entry[] = [
    ...groupsFor(isSuperadmin).flatMap(({ title, pages }) =>
      pages.map(
        ({ name, href }): Entry => ({ kind: 'page', label: shell[name], href, also: title ? shell[title] : '' }),
      ),
    ),
    ...[...actions.keys()].map((label): Entry => ({ kind: 'action', label })),
    { kind: 'action', label: palette.keysTitle },
  ];
  const entries = entriesFor(typed, known, {
    open: (text) => fill(palette.open, { text }, locale),
    search: (kind, text) => fill(palette[`search_${kind}`], { text }, locale),
  });
  const chosen = entries[Math.min(at, entries.length - 1)];

  const choose = (entry: Entry | undefined) => {
    if (!entry) return;
    dialog.current?.close();
    if (entry.href) onGo(entry.href);
    else if (entry.label === palette.keysTitle) onHelp();
    else actions.get(entry.label)?.click();
  };
  const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
  const pressed = (event: KeyboardEvent) => {
    const by = moves[event.key];
    if (by !== undefined) setAt((Math.min(at, entries.length - 1) + by + entries.length) % Math.max(entries.length, 1));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(chosen);
    else return;
    event.preventDefault();
  };
  const idOf = (entry: Entry) => `${list}-${entries.indexOf(entry)}`;

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog already; this click is on the backdrop.
    <dialog
      ref={dialog}
      aria-label={palette.title}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
      className="mx-auto mt-[12dvh] mb-auto w-[calc(100%-2rem)] max-w-xl rounded-lg border border-line bg-surface p-0 text-text shadow-lift"
    >
      <div className="flex max-h-[70dvh] flex-col">
        <input
          type="text"
          role="combobox"
          aria-label={palette.title}
          aria-expanded
          aria-autocomplete="list"
          aria-controls={list}
          aria-activedescendant={chosen && idOf(chosen)}
          placeholder={palette.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={pressed}
          className="min-h-13 shrink-0 border-b border-line bg-transparent px-5 text-base outline-none"
        />
        <div id={list} role="listbox" aria-label={palette.title} className="overflow-y-auto p-2">
          {entries.map((entry) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the field choose.
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
            <div
              key={`${entry.kind} ${entry.label}`}
              id={idOf(entry)}
              ref={entry === chosen ? (line) => line?.scrollIntoView({ block: 'nearest' }) : undefined}
              role="option"
              aria-selected={entry === chosen}
              onClick={() => choose(entry)}
              className={classNames(
                'flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-sm px-3',
                entry === chosen ? 'bg-primary text-primary-text' : 'hover:bg-sunken',
              )}
            >
              <span className="min-w-0 truncate">{entry.label}</span>
              <span className="shrink-0 text-sm">{palette[`kind_${entry.kind}`]}</span>
            </div>
          ))}
        </div>
      </div>
    </dialog>
  );
}
