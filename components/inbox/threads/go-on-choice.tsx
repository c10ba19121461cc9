import { useState, useSyncExternalStore } from 'react';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { goesOn, setGoesOn } from './after-act.ts';

const never = () => () => undefined;

/** Shows the setting that opens the next thread after a thread is answered or resolved. */
export function GoOnChoice() {
  const kept = useSyncExternalStore(never, goesOn, () => false);
  const [isOn, setOn] = useState<boolean | null>(null);
  const flip = (on: boolean) => {
    setGoesOn(on);
    setOn(on);
  };
  return (
    <Checkbox checked={isOn ?? kept} onChange={(event) => flip(event.target.checked)} className="text-sm">
      Open the next thread after sending or resolving
    </Checkbox>
  );
}
