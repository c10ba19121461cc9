import { useState, useSyncExternalStore } from 'react';
import { keysAreOn, switchKeys } from '#components/admin/shell/key-switch.ts';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import { commands } from './console-keys.ts';
import { OpenNextChoice } from './threads/open-next-choice.tsx';

const never = () => () => undefined;

/** Shows the keyboard shortcuts and the switch that turns them off. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const kept = useSyncExternalStore(never, keysAreOn, () => true);
  const [isOn, setOn] = useState<boolean | null>(null);
  const flip = (on: boolean) => {
    switchKeys(on);
    setOn(on);
  };

  return (
    <OpenDialog title="Keyboard shortcuts" closeLabel="Close" onClose={onClose}>
      <div className="flex flex-col gap-4 overflow-y-auto p-5">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
          {Object.values(commands).map(({ keys, does }) => (
            <div key={keys} className="contents">
              <dt className="flex gap-1">
                {keys.split(' ').map((key) => (
                  <kbd key={key} className="rounded-sm border border-line-strong bg-sunken px-1.5 font-mono">
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-muted">Shortcuts are off while you type in a field.</p>
        <Checkbox checked={isOn ?? kept} onChange={(event) => flip(event.target.checked)}>
          Enable single-key shortcuts
        </Checkbox>
        <OpenNextChoice />
      </div>
    </OpenDialog>
  );
}
