'use client';

import { useTransition } from 'react';
import { menuItemClass } from '#components/ui/popover-menu.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Shows the button that signs the user out of this browser. */
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
