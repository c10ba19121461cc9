'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { useCart } from '#components/store/cart-provider.tsx';
import { menuItemClass } from '#components/ui/popover-menu.tsx';
import { post } from '#lib/web/api-client.ts';

/** Ends the session and takes the cart out of this browser with it. */
export function SignOutButton({ label }: { readonly label: string }) {
  const router = useRouter();
  const { store } = useCart();
  const [leaving, startLeaving] = useTransition();

  const leave = () =>
    startLeaving(async () => {
      await store.settled();
      await post('/api/auth/sign-out');
      store.forget();
      router.push('/');
      router.refresh();
    });

  return (
    <button type="button" onClick={leave} aria-disabled={leaving || undefined} className={menuItemClass}>
      {label}
    </button>
  );
}
