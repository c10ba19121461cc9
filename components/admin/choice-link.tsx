import type { Route } from 'next';
import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/button-look.ts';
import { Link } from '#components/ui/link.tsx';

type ChoiceLinkProps = { readonly isHere: boolean; readonly href: Route; readonly children: ReactNode };

/** Shows one option of a list filter in the console as a link. The address holds the chosen option. */
export const ChoiceLink = ({ isHere, href, children }: ChoiceLinkProps) => (
  <li>
    <Link
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className={buttonClass({ look: isHere ? 'primary' : 'secondary', size: 'small' })}
    >
      {children}
    </Link>
  </li>
);
