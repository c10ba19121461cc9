import type { ComponentProps } from 'react';
import { type ButtonStyle, buttonClass } from './button-look.ts';
import { classNames } from './class-names.ts';

type ButtonProps = ComponentProps<'button'> & ButtonStyle & { readonly busy?: boolean };

/**
 * Shows a button. A busy button keeps its width, focus and name; it is marked as disabled, and the caller ignores
 * further presses.
 */
export function Button({ look, size, wide, busy = false, type = 'button', className, children, ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      {...rest}
      {...(busy && { 'aria-disabled': true, 'aria-busy': true })}
      className={classNames(buttonClass({ look, size, wide }), className)}
    >
      {children}
    </button>
  );
}
