import { useState } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { groupsFor } from './console-pages.ts';
import type { HostTexts } from './host-texts.ts';
import { densityNow, keysAreOn, setDensity, switchKeys } from './key-switch.ts';
import { pageShortcuts } from './rows.ts';

type ConsoleHelpProps = {
  readonly isSuperadmin: boolean;
  readonly texts: HostTexts;
  readonly onClose: () => void;
};

/** Shows the shortcuts of the console, and how its person has arranged it. */
export function ConsoleHelp({ isSuperadmin, texts: { shell, palette }, onClose }: ConsoleHelpProps) {
  const { locale } = useReader();
  const [areOn, setOn] = useState(keysAreOn);
  const [isCompact, setCompact] = useState(() => densityNow() === 'compact');
  const [own] = useState(pageShortcuts);
  const pages = groupsFor(isSuperadmin).flatMap((group) => group.pages);
  const keys: readonly (readonly [keys: string, does: string])[] = [
    ['Ctrl K', palette.key_palette],
    ['?', palette.key_help],
    ['/', palette.key_search],
    ['j k', palette.key_rows],
    ['Enter', palette.key_open],
    ['x', palette.key_pick],
    ...own,
    ...pages.flatMap(({ name, key }) =>
      key ? [[`g ${key}`, fill(palette.key_go, { page: shell[name] }, locale)] as const] : [],
    ),
  ];
  return (
    <OpenDialog title={palette.keysTitle} closeLabel={palette.close} onClose={onClose}>
      <div className="flex flex-col gap-4 overflow-y-auto p-5">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
          {keys.map(([pressed, does]) => (
            <div key={pressed} className="contents">
              <dt className="flex gap-1">
                {pressed.split(' ').map((key) => (
                  <kbd key={key} className="rounded-sm border border-line-strong bg-sunken px-1.5 font-mono">
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-muted">{palette.keysNote}</p>
        <Checkbox
          checked={areOn}
          onChange={({ target }) => {
            switchKeys(target.checked);
            setOn(target.checked);
          }}
        >
          {palette.singleKeys}
        </Checkbox>
        <Checkbox
          checked={isCompact}
          onChange={({ target }) => {
            setDensity(target.checked ? 'compact' : 'comfortable');
            setCompact(target.checked);
          }}
        >
          {palette.compact}
        </Checkbox>
      </div>
    </OpenDialog>
  );
}
