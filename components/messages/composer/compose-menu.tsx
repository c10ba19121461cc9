import { Banknote, CalendarDays, ChartBarBig, CircleCheckBig, KeyRound, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import { menuItemClass, PopoverMenu } from '#components/ui/popover-menu.tsx';
import { ComposeForm } from './compose-form.tsx';
import { type ComposeKind, composeKinds } from './compose-input.ts';
import type { ComposeMenuProps } from './compose-props.ts';

const icons = {
  poll: ChartBarBig,
  rsvp: CalendarDays,
  task: CircleCheckBig,
  payment_request: Banknote,
  env_request: KeyRound,
} as const satisfies Record<ComposeKind, unknown>;

/** Shows the menu of rich messages, and a dialog for each kind. */
export function ComposeMenu(props: ComposeMenuProps) {
  const texts = useMessageTexts().messageCompose;
  const id = useId();
  const [kind, setKind] = useState<ComposeKind | null>(null);
  // Only a seller's request can be paid here; there are no payments between other users.
  const isOffered = (offered: ComposeKind) => offered !== 'payment_request' || props.isSeller;

  return (
    <>
      <PopoverMenu id={`${id}-compose`} label={texts.menu} trigger={<Plus aria-hidden />}>
        {composeKinds.filter(isOffered).map((offered) => {
          const Icon = icons[offered];
          return (
            <button key={offered} type="button" onClick={() => setKind(offered)} className={menuItemClass}>
              <Icon aria-hidden className="size-5" />
              {texts[`new_${offered}`]}
            </button>
          );
        })}
      </PopoverMenu>
      {kind !== null && (
        <OpenDialog title={texts[`new_${kind}`]} closeLabel={texts.close} onClose={() => setKind(null)}>
          {(close) => <ComposeForm {...props} kind={kind} onDone={close} />}
        </OpenDialog>
      )}
    </>
  );
}
