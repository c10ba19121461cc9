'use client';

import { useTransition } from 'react';
import { menuItemClass } from '#components/ui/popover-menu.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Out of this browser, from any page. */
export function SignOutButton({ label }: { readonly label: string }) {
  const signOut = useSignOut();
  const [leaving, startLeaving] = useTransition();

  return (
    <button
      type="button"
      onClick={() => startLeaving(() => signOut())}
      aria-disabled={leaving || undefined}
      className={menuItemClass}
    >
      {label}
    </button>
  );
}
