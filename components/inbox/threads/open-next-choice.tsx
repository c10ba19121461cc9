import { useState, useSyncExternalStore } from 'react';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { opensNext, setOpensNext } from './open-next.ts';

const never = () => () => undefined;

/** Shows the setting that opens the next thread after a thread is answered or resolved. */
export function OpenNextChoice() {
  const t = useSay('inbox');
  const stored = useSyncExternalStore(never, opensNext, () => false);
  const [isOn, setOn] = useState<boolean | null>(null);
  const flip = (on: boolean) => {
    setOpensNext(on);
    setOn(on);
  };
  return (
    <Checkbox checked={isOn ?? stored} onChange={(event) => flip(event.target.checked)} className="text-sm">
      {t('openNext')}
    </Checkbox>
  );
}
