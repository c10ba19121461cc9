import type { ComponentProps } from 'react';
import { type ButtonStyle, buttonClass } from './button-look.ts';
import { classNames } from './class-names.ts';
import { Link } from './link.tsx';

type LinkButtonProps = ComponentProps<typeof Link> & ButtonStyle;

/** Shows a link that looks like a button. It is still a link for the keyboard, the middle mouse button and crawlers. */
export function LinkButton({ look, size, wide, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={classNames(buttonClass({ look, size, wide }), className)} />;
}
