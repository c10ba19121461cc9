import { useState, useSyncExternalStore } from 'react';
import { keysAreOn, switchKeys } from '#components/admin/shell/key-switch.ts';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import { type Command, commands } from './console-keys.ts';
import { useSay } from './inbox-texts.ts';
import { OpenNextChoice } from './threads/open-next-choice.tsx';

const never = () => () => undefined;

/** Shows the keyboard shortcuts and the switch that turns them off. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const t = useSay('inbox');
  const kept = useSyncExternalStore(never, keysAreOn, () => true);
  const [isOn, setOn] = useState<boolean | null>(null);
  const flip = (on: boolean) => {
    switchKeys(on);
    setOn(on);
  };

  return (
    <OpenDialog title={t('keysTitle')} closeLabel={t('close')} onClose={onClose}>
      <div className="flex flex-col gap-4 overflow-y-auto p-5">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
          {(Object.keys(commands) as Command[]).map((name) => (
            <div key={name} className="contents">
              <dt className="flex gap-1">
                {commands[name].split(' ').map((key) => (
                  <kbd key={key} className="rounded-sm border border-line-strong bg-sunken px-1.5 font-mono">
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{t(`key_${name}`)}</dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-muted">{t('keysNote')}</p>
        <Checkbox checked={isOn ?? kept} onChange={(event) => flip(event.target.checked)}>
          {t('singleKeys')}
        </Checkbox>
        <OpenNextChoice />
      </div>
    </OpenDialog>
  );
}
