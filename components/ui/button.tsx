import type { ComponentProps } from 'react';
import { type ButtonStyle, buttonClass } from './button-look.ts';
import { classNames } from './class-names.ts';

type ButtonProps = ComponentProps<'button'> & ButtonStyle & { readonly busy?: boolean };

/** A busy button keeps its width, its focus and its name, and takes no second press. */
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
