import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { PopoverPanel } from './popover-panel.tsx';

type PopoverMenuProps = {
  readonly id: string;
  readonly label: string;
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
};

/**
 * Shows a button that opens a small panel. It uses the native popover, so it needs no script and closes as users
 * expect.
 */
export function PopoverMenu({ id, label, trigger, children, className }: PopoverMenuProps) {
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={label} className={classNames(iconButtonClass, className)}>
        {trigger}
      </button>
      <PopoverPanel id={id}>{children}</PopoverPanel>
    </>
  );
}

export const iconButtonClass =
  'relative inline-flex size-11 shrink-0 items-center justify-center rounded-md text-text hover:bg-sunken [&>svg]:size-5';

export const menuItemClass =
  'flex min-h-11 w-full items-center gap-2 rounded-sm px-3 text-start text-base hover:bg-sunken aria-[current]:font-semibold';
