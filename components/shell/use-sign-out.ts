import { useRouter } from 'next/navigation';
import { useCart } from '#components/store/cart-provider.tsx';
import { post } from '#lib/web/api-client.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import { forgetCheckoutKey } from '#lib/web/checkout-key.ts';
import { forgetHold } from '#lib/web/hold.ts';
import { forgetTexts } from '#lib/web/kept-text.ts';

/** Ends the session here, or everywhere, and takes the cart, its hold and its checkout out of this browser with it. */
export function useSignOut() {
  const router = useRouter();
  const { store } = useCart();

  return async (everywhere = false): Promise<void> => {
    await store.settled();
    await post('/api/auth/sign-out', { everywhere });
    store.forget();
    const session = openStorage(() => window.sessionStorage);
    forgetHold(session);
    forgetCheckoutKey(session);
    forgetTexts(session);
    router.push('/');
    router.refresh();
  };
}
